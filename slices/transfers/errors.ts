import { error } from '../../contract/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  transferRefused: error(2559, 422, localize('errors.transferRefused')),
  transferEnded: error(2560, 409, localize('errors.transferEnded')),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  offer: localize('resources.offer'),
};
