import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  accountingAway: error(2921, 503, localize('errors.accountingAway')),
  accountingRefused: error(2922, 422, localize('errors.accountingRefused')),
  accountingSecretNeeded: error(2923, 422, localize('errors.accountingSecretNeeded')),
  accountingAddressRefused: error(2924, 422, localize('errors.accountingAddressRefused')),
};
