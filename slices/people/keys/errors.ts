import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  keyRefused: error(2700, 401, localize('errors.keyRefused')),
  keyExpired: error(2701, 401, localize('errors.keyExpired')),
  keyDisabled: error(2702, 401, localize('errors.keyDisabled')),
  keyAddressRefused: error(2703, 403, localize('errors.keyAddressRefused')),
  keyOwnerClosed: error(2704, 401, localize('errors.keyOwnerClosed')),
  keyTooFast: error(2705, 429, localize('errors.keyTooFast')),
  keyScopeMissing: error(2706, 403, localize('errors.keyScopeMissing')),
  keyNotForThis: error(2707, 403, localize('errors.keyNotForThis')),
  keyServersOnly: error(2708, 403, localize('errors.keyServersOnly')),
  keyScopeRefused: error(2709, 422, localize('errors.keyScopeRefused')),
  keyServersWrong: error(2710, 422, localize('errors.keyServersWrong')),
  keyLimit: error(2711, 409, localize('errors.keyLimit')),
  keyExpiryPast: error(2712, 422, localize('errors.keyExpiryPast')),
  keyRangeInvalid: error(2713, 422, localize('errors.keyRangeInvalid')),
  keyNotYours: error(2714, 403, localize('errors.keyNotYours')),
  keyTestKind: error(2715, 422, localize('errors.keyTestKind')),
};

/** Values for `{what}` in `notFound`. */
export const resourceNames = {
  'API key': localize('resources.aPIKey'),
};
