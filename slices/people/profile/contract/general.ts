import * as z from 'zod';
import { done, endpoint, id } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { timeZoneOrSite } from '../../../../contract/fields/timeZone.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { disableAnswer } from '../../users/contract.ts';
import { localize } from '../texts/localize.ts';
import { profileDetails } from './details.ts';

/** The available date formats. Empty for the default of the language. */
export const dateFormats = [
  '',
  'yyyy-MM-dd',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd.MM.yyyy',
  'd MMM yyyy',
] as const;

const dateFormat = z.enum(dateFormats);

const formText = z.string().trim().max(4096).optional();
/** A password is used exactly as typed, including surrounding spaces. */
const passwordText = z.string().max(4096).optional();

/** Whether each notification is sent, by its number. Omitted notifications stay unchanged. */
const choices = z
  .record(
    z
      .string()
      .trim()
      .regex(/^[1-9]\d{0,6}$/),
    z.boolean(),
  )
  .refine((value) => Object.keys(value).length <= 200, {
    message: schemaMessage(localize('invalid.message.canSendUp200')),
  });

const passwordErrors = [
  'passwordRequired',
  'passwordRepeatRequired',
  'passwordLength',
  'passwordRefused',
  'passwordRepeatMismatch',
] as const;

const notificationEndpoint = <F extends string>(
  path: string,
  field: F,
  description: string,
  title: LocalizedText,
  errors: readonly 'protectionByOwner'[] = [],
) =>
  endpoint({
    title,
    method: 'PUT',
    path: `/header/${path}`,
    summary: `Choose which notifications to send: ${description}.`,
    access: 'signedIn',
    changes: true,
    touches: ['profile'],
    body: z.strictObject({ [field]: choices } as Record<F, typeof choices>),
    answer: done,
    errors,
  });

export const generalEndpoints = {
  getProfile: endpoint({
    title: localize('operations.getProfile'),
    method: 'GET',
    path: '/header/details',
    summary: 'Get your profile settings.',
    access: 'signedIn',
    seesWholeDatabase: 'a page asks for it at its start: the row of the caller, by its id',
    changes: false,
    topics: ['profile'],
    answer: profileDetails,
  }),
  updateConfiguration: endpoint({
    title: localize('operations.updateConfiguration'),
    method: 'PUT',
    path: '/header/configuration',
    summary: 'Update your date format, time zone, and email notifications.',
    access: 'signedIn',
    changes: true,
    touches: ['profile'],
    body: z.strictObject({
      dateFormat: dateFormat.optional(),
      timeZone: timeZoneOrSite.optional(),
      notification: z.boolean().optional(),
    }),
    answer: done,
    errors: ['protectionByOwner'],
  }),
  updateDateFormat: endpoint({
    title: localize('operations.updateDateFormat'),
    method: 'PUT',
    path: '/header/updateDateFormat',
    summary: 'Update your date format.',
    access: 'signedIn',
    changes: true,
    touches: ['profile'],
    body: z.strictObject({ dateFormat }),
    answer: done,
  }),
  updateTimeZone: endpoint({
    title: localize('operations.updateTimeZone'),
    method: 'PUT',
    path: '/header/updateTimeZone',
    summary: 'Update your time zone.',
    access: 'signedIn',
    changes: true,
    touches: ['profile'],
    body: z.strictObject({ timeZone: timeZoneOrSite }),
    answer: done,
  }),
  updateNotification: endpoint({
    title: localize('operations.updateNotification'),
    method: 'PUT',
    path: '/header/updateNotification',
    summary: 'Turn email notifications on or off. Security emails are always sent.',
    access: 'signedIn',
    changes: true,
    touches: ['profile'],
    body: z.strictObject({ notification: z.boolean() }),
    answer: done,
    errors: ['protectionByOwner'],
  }),
  disableAccount: endpoint({
    title: localize('operations.disableAccount'),
    method: 'PUT',
    path: '/header/disable',
    summary: 'Disable a user. With `checkOnly`, only preview the effect.',
    access: 'users.manage',
    changes: true,
    touches: ['profile', 'user'],
    dangerous: true,
    body: z.strictObject({ userId: id, checkOnly: z.boolean().optional() }),
    answer: disableAnswer,
    errors: ['userAboveYou', 'userActionRefused', 'lockedByParent'],
  }),
  enableAccount: endpoint({
    title: localize('operations.enableAccount'),
    method: 'PUT',
    path: '/header/enable',
    summary: 'Enable a disabled user.',
    access: 'users.manage',
    changes: true,
    touches: ['profile', 'user'],
    body: z.strictObject({ userId: id }),
    answer: done,
    errors: ['userAboveYou', 'userActionRefused', 'lockedByParent'],
  }),
  updatePassword: endpoint({
    title: localize('operations.updatePassword'),
    method: 'PUT',
    path: '/header/password',
    summary: 'Change your password. All other sessions end.',
    access: 'signedIn',
    changes: true,
    touches: ['security', 'profile'],
    ownTransaction: true,
    body: z.strictObject({
      oldPass: passwordText,
      newPass: passwordText,
      confirmPass: passwordText,
    }),
    answer: done,
    errors: [
      'protectionByOwner',
      'passwordChangeUnavailable',
      'blocked',
      'passwordOldWrong',
      ...passwordErrors,
    ],
  }),
  changeEmail: endpoint({
    title: localize('operations.changeEmail'),
    method: 'PUT',
    path: '/header/email',
    summary:
      'Change your email address. It takes effect when you open the link sent to the new address; the old address is notified.',
    access: 'signedIn',
    changes: true,
    touches: ['profile'],
    ownTransaction: true,
    proof: true,
    body: z.strictObject({ email: formText, password: passwordText }),
    answer: done,
    errors: [
      'protectionByOwner',
      'emailRequired',
      'emailInvalid',
      'passwordRequired',
      'passwordOldWrong',
      'blocked',
      'slowDown',
    ],
  }),
  updateGeneralPreferences: notificationEndpoint(
    'notificationsPreferences',
    'notificationsPreferences',
    'general',
    localize('operations.updateGeneralPreferences'),
  ),
  updateSecurityPreferences: notificationEndpoint(
    'securityNotificationsPreferences',
    'securityNotificationsPreferences',
    'security',
    localize('operations.updateSecurityPreferences'),
    ['protectionByOwner'],
  ),
  updateUsagePreferences: notificationEndpoint(
    'usageNotificationsPreferences',
    'usageNotificationsPreferences',
    'usage',
    localize('operations.updateUsagePreferences'),
  ),
  updateParentSecurityPreferences: notificationEndpoint(
    'parentSecurityNotificationsPreferences',
    'parentSecurityNotificationsPreferences',
    'security of sub-accounts',
    localize('operations.updateParentSecurityPreferences'),
    ['protectionByOwner'],
  ),
  updateParentActionsPreferences: notificationEndpoint(
    'parentActionsNotificationsPreferences',
    'parentActionsNotificationsPreferences',
    'actions of sub-accounts',
    localize('operations.updateParentActionsPreferences'),
  ),
  updateParentUsagePreferences: notificationEndpoint(
    'parentUsageNotificationsPreferences',
    'parentUsageNotificationsPreferences',
    'usage of sub-accounts',
    localize('operations.updateParentUsagePreferences'),
  ),
  updateAdminPreferences: endpoint({
    title: localize('operations.updateAdminPreferences'),
    method: 'PUT',
    path: '/header/adminNotificationsPreferences',
    summary: 'Update administrator notification preferences: billing, system, and service catalog.',
    access: 'notifications.admin',
    changes: true,
    touches: ['profile'],
    body: z.strictObject({
      billingNotificationsPreferences: choices.optional(),
      systemNotificationsPreferences: choices.optional(),
      scNotificationsPreferences: choices.optional(),
    }),
    answer: done,
  }),
  updateAdditionalEmailFlag: endpoint({
    title: localize('operations.updateAdditionalEmailFlag'),
    method: 'PUT',
    path: '/header/updateAdditionalEmailFlag',
    summary:
      'Turn copies to the additional email address on or off. `carbonCopyFlag` is 0 for the parent and 1 for the administrator.',
    access: 'signedIn',
    changes: true,
    touches: ['profile'],
    body: z.strictObject({ additionalEmailFlag: z.boolean(), carbonCopyFlag: z.literal([0, 1]) }),
    answer: done,
    errors: ['protectionByOwner', 'emailRequired', 'notAllowed'],
  }),
  updateAdditionalEmail: endpoint({
    title: localize('operations.updateAdditionalEmail'),
    method: 'PUT',
    path: '/header/additionalEmail',
    summary:
      'Set the additional email address. Send an empty value to remove it. `carbonCopyFlag` is 0 for the parent and 1 for the administrator.',
    access: 'signedIn',
    changes: true,
    touches: ['profile'],
    proof: true,
    body: z.strictObject({
      email: formText,
      carbonCopyFlagEnabled: z.boolean(),
      carbonCopyFlag: z.literal([0, 1]),
    }),
    answer: done,
    errors: ['protectionByOwner', 'emailRequired', 'emailInvalid', 'notAllowed'],
  }),
};
