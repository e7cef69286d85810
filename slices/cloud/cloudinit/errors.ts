import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  policyNameTaken: error(2661, 409, localize('errors.policyNameTaken')),
  policyInvalid: error(2662, 422, localize('errors.policyInvalid')),
};

/** The resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  policy: localize('resources.policy'),
};
