import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  socialNoEmail: error(30, 200, localize('errors.socialNoEmail')),
  socialOnlyListed: error(31, 200, localize('errors.socialOnlyListed')),
  socialSessionExpired: error(32, 200, localize('errors.socialSessionExpired')),
  socialOnOtherNetwork: error(33, 200, localize('errors.socialOnOtherNetwork')),
  socialUsePassword: error(34, 200, localize('errors.socialUsePassword')),
  socialUpdateFailed: error(35, 200, localize('errors.socialUpdateFailed')),
  socialUnavailable: error(36, 200, localize('errors.socialUnavailable')),
  socialEmailNotAuthorized: error(37, 200, localize('errors.socialEmailNotAuthorized')),
  socialIdTaken: error(38, 200, localize('errors.socialIdTaken')),
  socialUseConnected: error(39, 200, localize('errors.socialUseConnected')),
  socialNeedsPassword: error(40, 200, localize('errors.socialNeedsPassword')),
  socialTooLate: error(41, 200, localize('errors.socialTooLate')),
  socialIssuerRefused: error(2250, 422, localize('errors.socialIssuerRefused')),
  socialSecretNeeded: error(2251, 422, localize('errors.socialSecretNeeded')),
  socialProviderLimit: error(2252, 422, localize('errors.socialProviderLimit')),
  socialProviderAboveYou: error(2253, 403, localize('errors.socialProviderAboveYou')),
  socialProviderNotTrusted: error(2254, 403, localize('errors.socialProviderNotTrusted')),
};

/** Values for `{what}` in `notFound`. */
export const resourceNames = {
  provider: localize('resources.provider'),
};
