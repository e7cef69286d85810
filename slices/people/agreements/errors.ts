import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  agreementTextChanged: error(2121, 409, localize('errors.agreementTextChanged')),
  agreementNoDraft: error(2122, 422, localize('errors.agreementNoDraft')),
  agreementNotYours: error(2123, 403, localize('errors.agreementNotYours')),
};

/** Values for `{what}` in `notFound`. */
export const resourceNames = {
  agreement: localize('resources.agreement'),
};
