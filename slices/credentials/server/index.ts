export { readPasswordHash, secretsDb, writePasswordHash } from './accountSecrets.ts';
export {
  isAddressAllowed,
  maxAllowedAddresses,
  plainAddress,
} from './addresses.ts';
export {
  addAllowedAddress,
  describeAllowedAddress,
  removeAllowedAddress,
  requireCallerOnList,
} from './addressList.ts';
export { forgetBrowser, listRememberedBrowsers } from './browserList.ts';
export {
  type Challenge,
  challengeMinutes,
  closeChallenge,
  countTry,
  findChallenge,
  newChallengeCode,
  openChallenge,
  renewChallengeToken,
  takeChallengeCode,
} from './challenges.ts';
export { codeMinutes, secondsUntilResend } from './codes.ts';
export { isSecondFactorDemanded } from './demands.ts';
export { enrolmentMinutes, isIssuedEnrolment, issueEnrolment } from './enrolments.ts';
export {
  blockedSeconds,
  countAttempt,
  forgetFailures,
  lockout,
  takeBackAttempt,
} from './lockout.ts';
export {
  type LoginMethod,
  listLoginEvents,
  recordLogin,
} from './loginEvents.ts';
export { readLoginPage } from './loginPage.ts';
export { keepPace, type Pace } from './pace.ts';
export { countPasskeys, deletePasskey, maxPasskeys, renamePasskey } from './passkeyList.ts';
export {
  authenticationOptions,
  listPasskeys,
  registerPasskey,
  registrationOptions,
  takePasskey,
} from './passkeys.ts';
export { hashPassword, passwordFits } from './passwordHash.ts';
export {
  checkNewPassword,
  firstPasswordProblem,
  passwordBounds,
  passwordPolicy,
} from './passwordPolicy.ts';
export {
  addPhone,
  describePhone,
  removePhone,
  requirePhone,
  secondsUntilPhoneCode,
  sendPhoneCode,
  takePhoneCode,
} from './phoneProofs.ts';
export { listPhones, maskedPhone, maxPhones } from './phones.ts';
export {
  type LoginEntry,
  protectionColumns,
} from './protectionColumns.ts';
export { countRecoveryCodes, renewRecoveryCodes, takeRecoveryCode } from './recoveryCodes.ts';
export {
  findRememberedBrowser,
  forgetBrowsers,
  rememberBrowser,
  rememberedDays,
  touchRememberedBrowser,
} from './rememberedBrowsers.ts';
export { issueToken, peekToken, type SpentToken, spendProof, spendToken } from './tokens.ts';
export { enrolTotp, removeTotp, takeTotp } from './totp.ts';
export { voidTokens } from './voidTokens.ts';
export { requireWayIn, waysIn } from './waysIn.ts';
