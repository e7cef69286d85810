import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  documentHeld: error(2930, 422, localize('errors.documentHeld')),
  taxAuthorityCountry: error(2931, 422, localize('errors.taxAuthorityCountry')),
  taxAuthoritySecretNeeded: error(2932, 422, localize('errors.taxAuthoritySecretNeeded')),
  taxAuthorityAddressRefused: error(2933, 422, localize('errors.taxAuthorityAddressRefused')),
  taxAuthorityAway: error(2934, 503, localize('errors.taxAuthorityAway')),
  taxAuthorityRefused: error(2935, 422, localize('errors.taxAuthorityRefused')),
  taxAuthorityInUse: error(2936, 409, localize('errors.taxAuthorityInUse')),
  allocationDecided: error(2937, 409, localize('errors.allocationDecided')),
  allocationRateDay: error(2938, 422, localize('errors.allocationRateDay')),
  taxAuthorityMissing: error(2939, 422, localize('errors.taxAuthorityMissing')),
};
