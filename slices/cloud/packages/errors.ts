import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  packageInvalid: error(2652, 422, localize('errors.packageInvalid')),
  packageArchiveRefused: error(2653, 422, localize('errors.packageArchiveRefused')),
  packageVersionTaken: error(2654, 409, localize('errors.packageVersionTaken')),
  packageInUse: error(2655, 409, localize('errors.packageInUse')),
  packageShipped: error(2656, 409, localize('errors.packageShipped')),
  packageUnavailable: error(2657, 422, localize('errors.packageUnavailable')),
  packageParameterInvalid: error(2658, 422, localize('errors.packageParameterInvalid')),
  packageWrongState: error(2659, 409, localize('errors.packageWrongState')),
  packageSecretsGone: error(2660, 409, localize('errors.packageSecretsGone')),
  policyMissing: error(2663, 422, localize('errors.policyMissing')),
  userDataTooLarge: error(2664, 422, localize('errors.userDataTooLarge')),
};

/** Resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  application: localize('resources.application'),
  package: localize('resources.package'),
  'package version': localize('resources.packageVersion'),
};
