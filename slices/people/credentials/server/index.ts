export { readPasswordHash, secretsDb, writePasswordHash } from './accountSecrets.ts';
export {
  canonicalIp,
  isAddressAllowed,
  maxAllowedAddresses,
} from './addresses/addresses.ts';
export {
  addAllowedAddress,
  describeAllowedAddress,
  removeAllowedAddress,
  requireCallerInList,
} from './addresses/addressList.ts';
export { deleteBrowser, listRememberedBrowsers } from './browsers/browserList.ts';
export {
  deleteBrowsers,
  findRememberedBrowser,
  rememberBrowser,
  rememberedDays,
  touchRememberedBrowser,
} from './browsers/rememberedBrowsers.ts';
export { codeMinutes, secondsUntilResend } from './codes/codes.ts';
export {
  addPhone,
  consumePhoneCode,
  describePhone,
  removePhone,
  requirePhone,
  secondsUntilPhoneCode,
  sendPhoneCode,
} from './codes/phoneProofs.ts';
export { listPhones, maskedPhone, maxPhones } from './codes/phones.ts';
export {
  consumeRecoveryCode,
  countRecoveryCodes,
  renewRecoveryCodes,
} from './codes/recoveryCodes.ts';
export { consumeTotp, enrolTotp, removeTotp } from './codes/totp.ts';
export {
  blockedSeconds,
  clearFailures,
  countAttempt,
  lockout,
  undoAttempt,
} from './lockout/lockout.ts';
export {
  type LoginMethod,
  listLoginEvents,
  recordLogin,
} from './lockout/loginEvents.ts';
export { enforceRateLimit, type RateLimit } from './lockout/rateLimit.ts';
export { readLoginPage } from './loginPage.ts';
export {
  type Challenge,
  challengeMinutes,
  closeChallenge,
  consumeChallengeCode,
  countChallengeAttempt,
  findChallenge,
  newChallengeCode,
  openChallenge,
  renewChallengeToken,
} from './passkeys/challenges.ts';
export { enrolmentMinutes, isIssuedSecret, issueEnrollment } from './passkeys/enrollments.ts';
export {
  countPasskeys,
  deletePasskey,
  maxPasskeys,
  renamePasskey,
} from './passkeys/passkeyList.ts';
export {
  authenticationOptions,
  consumePasskey,
  listPasskeys,
  registerPasskey,
  registrationOptions,
} from './passkeys/passkeys.ts';
export { hashPassword, passwordFits } from './passwords/passwordHash.ts';
export {
  checkNewPassword,
  firstPasswordProblem,
  passwordBounds,
  passwordPolicy,
} from './passwords/passwordPolicy.ts';
export {
  type LoginEntry,
  protectionColumns,
} from './protectionColumns.ts';
export { isSecondFactorRequired } from './secondFactorPolicy.ts';
export { requireSignInMethod, signInMethodsOf } from './signInMethods.ts';
export { consumeProof, consumeToken, issueToken, type OneTimeToken, peekToken } from './tokens.ts';
export { voidTokens } from './voidTokens.ts';
