import { routes } from '../../../../server/platform/http/routes.ts';
import { requirePhone, secondsUntilPhoneCode } from '../../credentials/server/index.ts';
import { disableUser, enableUser } from '../../users/server/index.ts';
import { profileEndpoints } from '../contract.ts';
import {
  updateAdditionalEmail,
  updateAdditionalEmailFlag,
  updateConfiguration,
  writeSet,
} from './configuration.ts';
import { getProfile } from './details.ts';
import { removePartner, updatePartner } from './partner.ts';
import {
  addAddress,
  describeItem,
  removeItem,
  sendCode,
  verifyPhone,
} from './phonesAndAddresses.ts';
import { captchaBits, captchaMinutes, newCaptcha } from './protection/captcha.ts';
import {
  allowEmailAccess,
  createPasskey,
  dropPasskey,
  passkeyCreationOptions,
  updatePasskeyName,
} from './protection/passkeys.ts';
import { changePassword, requestEmailChange } from './protection/password.ts';
import {
  makeRecoveryCodes,
  offerAuthenticator,
  updateSecondFactor,
  validateAuthenticator,
} from './protection/secondFactor.ts';
import { getSecurity } from './security.ts';
import {
  endOtherSessions,
  endOwnSession,
  listBrowsers,
  listLogins,
  listSessions,
  removeBrowser,
} from './sessions.ts';

export const profileRoutes = routes(profileEndpoints, {
  getProfile: (ctx) => getProfile(ctx),
  updateConfiguration: (ctx, { body }) => updateConfiguration(ctx, body),
  updateDateFormat: (ctx, { body }) => updateConfiguration(ctx, body),
  updateTimeZone: (ctx, { body }) => updateConfiguration(ctx, body),
  updateNotification: (ctx, { body }) => updateConfiguration(ctx, body),
  disableAccount: (ctx, { body }) =>
    disableUser(ctx, body.userId, { checkOnly: body.checkOnly ?? false }),
  enableAccount: (ctx, { body }) => enableUser(ctx, body.userId),
  updatePassword: (ctx, { body }) => changePassword(ctx, body),
  changeEmail: (ctx, { body }) => requestEmailChange(ctx, body),
  updateGeneralPreferences: (ctx, { body }) =>
    writeSet(ctx, 'general', body.notificationsPreferences),
  updateSecurityPreferences: (ctx, { body }) =>
    writeSet(ctx, 'security', body.securityNotificationsPreferences),
  updateUsagePreferences: (ctx, { body }) =>
    writeSet(ctx, 'usage', body.usageNotificationsPreferences),
  updateParentSecurityPreferences: (ctx, { body }) =>
    writeSet(ctx, 'parentSecurity', body.parentSecurityNotificationsPreferences),
  updateParentActionsPreferences: (ctx, { body }) =>
    writeSet(ctx, 'parentActions', body.parentActionsNotificationsPreferences),
  updateParentUsagePreferences: (ctx, { body }) =>
    writeSet(ctx, 'parentUsage', body.parentUsageNotificationsPreferences),
  updateAdminPreferences: async (ctx, { body }) => {
    await writeSet(ctx, 'billing', body.billingNotificationsPreferences);
    await writeSet(ctx, 'system', body.systemNotificationsPreferences);
    await writeSet(ctx, 'serviceCatalog', body.scNotificationsPreferences);
  },
  updateAdditionalEmailFlag: (ctx, { body }) =>
    updateAdditionalEmailFlag(ctx, body.additionalEmailFlag, body.carbonCopyFlag),
  updateAdditionalEmail: (ctx, { body }) =>
    updateAdditionalEmail(ctx, body.email ?? '', body.carbonCopyFlagEnabled, body.carbonCopyFlag),
  allowEmailAccess: (ctx, { params, body }) => allowEmailAccess(ctx, params.id, body.allowEmail),
  updateSecondFactor: (ctx, { params, body }) => updateSecondFactor(ctx, params.id, body),
  sendPhoneCode: (ctx, { params, body }) => sendCode(ctx, params.id, body),
  resendPhoneCode: (ctx, { params, body }) => sendCode(ctx, params.id, body),
  verifyPhone: (ctx, { params, body }) => verifyPhone(ctx, params.id, body),
  describeItem: (ctx, { body }) => describeItem(ctx, body.addressId, body.description),
  getSecurity: (ctx) => getSecurity(ctx),
  generateGoogleCode: (ctx) => offerAuthenticator(ctx),
  validateGoogleCode: (ctx, { body }) => validateAuthenticator(ctx, body),
  renewRecoveryCodes: (ctx) => makeRecoveryCodes(ctx),
  addAllowedAddress: (ctx, { body }) => addAddress(ctx, body.ipAddress),
  removeItem: (ctx, { body }) => removeItem(ctx, body.addressId),
  phoneCaptchaInfo: (ctx, { query }) => ({
    phoneCaptchaRequired: true as const,
    challenge: newCaptcha(ctx, requirePhone(query.phone)),
    bits: captchaBits,
    expiresInSeconds: captchaMinutes * 60,
  }),
  checkForResendSmsTime: async (ctx, { query }) => ({
    secondsUntilResend: await secondsUntilPhoneCode(
      ctx,
      ctx.actor.userId,
      requirePhone(query.phone),
    ),
  }),
  passkeyCreationOptions: (ctx, { request }) => passkeyCreationOptions(ctx, request),
  createPasskey: (ctx, { body, request }) => createPasskey(ctx, request, body),
  renamePasskey: (ctx, { params, body }) => updatePasskeyName(ctx, params.passkeyId, body.name),
  deletePasskey: (ctx, { params }) => dropPasskey(ctx, params.passkeyId),
  listRememberedBrowsers: (ctx, { request }) => listBrowsers(ctx, request),
  forgetBrowser: (ctx, { params }) => removeBrowser(ctx, params.browserId),
  listSessions: (ctx) => listSessions(ctx),
  endSession: (ctx, { params }) => endOwnSession(ctx, params.sessionId),
  endOtherSessions: (ctx) => endOtherSessions(ctx),
  listOwnLogins: (ctx, { query }) => listLogins(ctx, query),
  updatePartner: (ctx, { body }) => updatePartner(ctx, body),
  removePartner: (ctx) => removePartner(ctx),
});
