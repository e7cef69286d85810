import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  datacenterNotReady: error(1400, 422, localize('errors.datacenterNotReady')),
  datacenterCodeTaken: error(1401, 409, localize('errors.datacenterCodeTaken')),
};

/** The resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  datacenter: localize('resources.datacenter'),
};
