import * as z from 'zod';
import { id, moment } from '../../../../contract/endpoint.ts';
import { loginItem } from './fields.ts';

const preference = z.strictObject({
  id: z.int(),
  title: z.string(),
  isOn: z.boolean(),
  /** Whether the method is required and can't be disabled. */
  isCompulsory: z.boolean(),
});

const preferences = z.array(preference);

const phoneItem = z.strictObject({
  addressId: z.string(),
  phone: z.string(),
  description: z.string(),
});

const addressItem = z.strictObject({
  addressId: z.string(),
  ipAddress: z.string(),
  description: z.string(),
});

/** Specification section 3, profile / user settings. */
export const profileDetails = z.strictObject({
  userId: id,
  userEmail: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  siteName: z.string(),
  isRootOrAdmin: z.boolean(),
  accountStatus: z.string(),
  accountEnabled: z.boolean(),
  billingProfileStatus: z.int(),
  /** The areas of the portal that this account can use. */
  services: z.array(z.string()),
  dateFormat: z.string(),
  timeZone: z.string(),
  /** The current offset of the time zone from UTC in minutes, positive if ahead. */
  offset: z.int(),
  /** The site's time zone, used if the user's own time zone is empty. */
  siteTimeZone: z.string(),
  notification: z.boolean(),
  notificationsPreferences: preferences,
  securityNotificationsPreferences: preferences,
  usageNotificationsPreferences: preferences,
  parentSecurityNotificationsPreferences: preferences,
  parentActionsNotificationsPreferences: preferences,
  parentUsageNotificationsPreferences: preferences,
  billingNotificationsPreferences: preferences,
  systemNotificationsPreferences: preferences,
  scNotificationsPreferences: preferences,
  hasAdminNotifications: z.boolean(),
  hasChildren: z.boolean(),
  parentAdditionalEmail: z.string(),
  parentAdditionalEmailFlag: z.boolean(),
  adminAdditionalEmail: z.string(),
  adminAdditionalEmailFlag: z.boolean(),
  allowEmail: z.boolean(),
  useTFA: z.boolean(),
  emailTFAEnabled: z.boolean(),
  smsTFAEnabled: z.boolean(),
  googleTFAEnabled: z.boolean(),
  socialLoginEnabled: z.boolean(),
  allowedIPEnabled: z.boolean(),
  phoneList: z.array(phoneItem),
  enabledIPList: z.array(addressItem),
  loginAudit: z.array(loginItem),
  enableCSPSettings: z.boolean(),
  enableCSPConnector: z.boolean(),
  microsoftPartnerId: z.string(),
  partnerUserName: z.string(),
  appId: z.string(),
  appTenantId: z.string(),
  appConsentURL: z.string(),
  appLastConsent: moment.nullable(),
  importUrl: z.string(),
  /** When the passwords were last set. The passwords themselves are never returned. */
  partnerChangedAt: moment.nullable(),
});

/** Specification section 3, security / two-factor settings. */
export const securityDetails = z.strictObject({
  userId: id,
  /** Returned only by `generateGoogleCode`. */
  googleAuthenticatorCode: z.string(),
  googleAuthenticationCode: z.string(),
  googleQRCodeURL: z.string(),
  /** Whether an authenticator app is set up. */
  validatedCode: z.boolean(),
  useTFA: z.boolean(),
  useTFAEmail: z.boolean(),
  useTFAGoogle: z.boolean(),
  useTFASMS: z.boolean(),
  useAllowedIP: z.boolean(),
  phonesList: z.array(phoneItem),
  allowedIPList: z.array(addressItem),
  /** The caller's IP address, as seen by the portal. */
  ipAddress: z.string(),
  maxAllowedPhoneNumbers: z.int(),
  maxAllowedIPs: z.int(),
  smsTFAAllowed: z.boolean(),
  isTFADemanded: z.boolean(),
  isEmailValidated: z.boolean(),
  allowEmail: z.boolean(),
  hasPassword: z.boolean(),
  passwordChangedAt: moment.nullable(),
  socialLinks: z.int(),
  recoveryCodesLeft: z.int(),
  maxPasskeys: z.int(),
  passkeys: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      isBackedUp: z.boolean(),
      createdAt: moment,
      lastUsedAt: moment.nullable(),
    }),
  ),
});
