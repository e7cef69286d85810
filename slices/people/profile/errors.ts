import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  tfaVerificationWrong: error(54, 200, localize('errors.tfaVerificationWrong')),
  partnerUserNameRequired: error(128, 200, localize('errors.partnerUserNameRequired')),
  partnerPasswordRequired: error(129, 200, localize('errors.partnerPasswordRequired')),
  partnerApplicationIdRequired: error(130, 200, localize('errors.partnerApplicationIdRequired')),
  partnerSecretRequired: error(144, 200, localize('errors.partnerSecretRequired')),
  partnerTenantRequired: error(145, 200, localize('errors.partnerTenantRequired')),
  passwordChangeUnavailable: error(1802, 422, localize('errors.passwordChangeUnavailable')),
  passwordOldWrong: error(1803, 422, localize('errors.passwordOldWrong')),
  tfaNotSetUp: error(1804, 422, localize('errors.tfaNotSetUp')),
  tfaDemanded: error(1805, 422, localize('errors.tfaDemanded')),
  captchaRefused: error(1815, 422, localize('errors.captchaRefused')),
  lastFactor: error(1822, 422, localize('errors.lastFactor')),
  passkeyLimit: error(1823, 422, localize('errors.passkeyLimit')),
};

/** Values for `{what}` in `notFound`. */
export const resourceNames = {
  browser: localize('resources.browser'),
  entry: localize('resources.entry'),
  passkey: localize('resources.passkey'),
  session: localize('resources.session'),
};
