import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  transferRefused: error(2559, 422, localize('errors.transferRefused')),
  transferEnded: error(2560, 409, localize('errors.transferEnded')),
};

/** Resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  offer: localize('resources.offer'),
};
