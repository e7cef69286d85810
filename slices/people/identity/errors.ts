import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  loginFailed: error(10, 200, localize('errors.loginFailed')),
  alreadyLoggedIn: error(11, 200, localize('errors.alreadyLoggedIn')),
  emailInvalid: error(12, 200, localize('errors.emailInvalid')),
  blocked: error(13, 200, localize('errors.blocked')),
  loginConfiguration: error(14, 200, localize('errors.loginConfiguration')),
  passwordLength: error(15, 200, localize('errors.passwordLength')),
  passwordRepeatMismatch: error(16, 200, localize('errors.passwordRepeatMismatch')),
  emailNotAvailable: error(17, 200, localize('errors.emailNotAvailable')),
  tokenInvalid: error(18, 200, localize('errors.tokenInvalid')),
  accountSetupFailed: error(19, 200, localize('errors.accountSetupFailed')),
  emailOrPasswordWrong: error(21, 200, localize('errors.emailOrPasswordWrong')),
  emailInvalidForReset: error(22, 200, localize('errors.emailInvalidForReset')),
  emailRequired: error(25, 200, localize('errors.emailRequired')),
  passwordRequired: error(26, 200, localize('errors.passwordRequired')),
  passwordRepeatRequired: error(27, 200, localize('errors.passwordRepeatRequired')),
  siteRefusesUser: error(28, 200, localize('errors.siteRefusesUser')),
  passwordRefused: error(29, 200, localize('errors.passwordRefused')),
  registrationClosed: error(42, 200, localize('errors.registrationClosed')),
  tfaTokenExpired: error(50, 200, localize('errors.tfaTokenExpired')),
  tfaCodeWrong: error(51, 200, localize('errors.tfaCodeWrong')),
  tfaResendFailed: error(52, 200, localize('errors.tfaResendFailed')),
  ipNotPermitted: error(55, 200, localize('errors.ipNotPermitted')),
  recoveryCodeWrong: error(1814, 200, localize('errors.recoveryCodeWrong')),
};
