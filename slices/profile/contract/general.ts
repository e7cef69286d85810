import * as z from 'zod';
import { done, endpoint, id } from '../../../contract/endpoint.ts';
import type { Texts } from '../../../contract/languages.ts';
import { localized } from '../../../contract/localized.ts';
import { timeZoneOrSite } from '../../../contract/timeZone.ts';
import { disableAnswer } from '../../users/contract.ts';
import { profileDetails } from './details.ts';

/** Ways a date can be written; empty: as the language has it. */
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
/** A password is exactly what was typed: spaces around it count. */
const passwordText = z.string().max(4096).optional();

/** By the number of the notification: whether it is sent. What is not named stays. */
const choices = z
  .record(
    z
      .string()
      .trim()
      .regex(/^[1-9]\d{0,6}$/),
    z.boolean(),
  )
  .refine((given) => Object.keys(given).length <= 200, {
    message: localized(
      'You can send up to 200 choices at once.',
      'אפשר לשלוח עד 200 בחירות בבת אחת.',
    ),
  });

const passwordErrors = [
  'passwordRequired',
  'passwordRepeatRequired',
  'passwordLength',
  'passwordRefused',
  'passwordRepeatMismatch',
] as const;

const savesSet = <F extends string>(path: string, field: F, what: string, title: Texts) =>
  endpoint({
    title,
    method: 'PUT',
    path: `/header/${path}`,
    summary: `Choose which notifications to send: ${what}.`,
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ [field]: choices } as Record<F, typeof choices>),
    answer: done,
  });

export const generalEndpoints = {
  getProfile: endpoint({
    title: { en: 'View your settings', he: 'צפייה בהגדרות החשבון' },
    method: 'GET',
    path: '/header/details',
    summary: 'Get your profile settings.',
    access: 'signedIn',
    seesWholeDatabase: 'a page asks for it at its start: the row of the caller, by its id',
    changes: false,
    answer: profileDetails,
  }),
  updateConfiguration: endpoint({
    title: {
      en: 'Update date format, time zone, and notifications',
      he: 'שינוי תאריכים, אזור זמן והתראות',
    },
    method: 'PUT',
    path: '/header/configuration',
    summary: 'Update your date format, time zone, and email notifications.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({
      dateFormat: dateFormat.optional(),
      timeZone: timeZoneOrSite.optional(),
      notification: z.boolean().optional(),
    }),
    answer: done,
  }),
  updateDateFormat: endpoint({
    title: { en: 'Update date format', he: 'שינוי תבנית התאריך' },
    method: 'PUT',
    path: '/header/updateDateFormat',
    summary: 'Update your date format.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ dateFormat }),
    answer: done,
  }),
  updateTimeZone: endpoint({
    title: { en: 'Update time zone', he: 'שינוי אזור הזמן' },
    method: 'PUT',
    path: '/header/updateTimeZone',
    summary: 'Update your time zone.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ timeZone: timeZoneOrSite }),
    answer: done,
  }),
  updateNotification: endpoint({
    title: { en: 'Turn email notifications on or off', he: 'הפעלה או כיבוי של התראות' },
    method: 'PUT',
    path: '/header/updateNotification',
    summary: 'Turn email notifications on or off. Security emails are always sent.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ notification: z.boolean() }),
    answer: done,
  }),
  disableAccount: endpoint({
    title: { en: 'Disable an account', he: 'השבתת חשבון' },
    method: 'PUT',
    path: '/header/disable',
    summary: 'Disable a user. With `checkOnly`, only preview the effect.',
    access: 'users.manage',
    changes: true,
    dangerous: true,
    body: z.strictObject({ userId: id, checkOnly: z.boolean().optional() }),
    answer: disableAnswer,
    errors: ['userAboveYou', 'userActionRefused', 'lockedByParent'],
  }),
  enableAccount: endpoint({
    title: { en: 'Enable an account', he: 'הפעלת חשבון' },
    method: 'PUT',
    path: '/header/enable',
    summary: 'Enable a disabled user.',
    access: 'users.manage',
    changes: true,
    body: z.strictObject({ userId: id }),
    answer: done,
    errors: ['userAboveYou', 'userActionRefused', 'lockedByParent'],
  }),
  updatePassword: endpoint({
    title: { en: 'Change password', he: 'שינוי הסיסמה' },
    method: 'PUT',
    path: '/header/password',
    summary: 'Change your password. All other sessions end.',
    access: 'signedIn',
    changes: true,
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
    title: { en: 'Request an email address change', he: 'בקשה להחלפת כתובת הדוא"ל' },
    method: 'PUT',
    path: '/header/email',
    summary:
      'Change your email address. It takes effect when you open the link sent to the new address; the old address is notified.',
    access: 'signedIn',
    changes: true,
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
  updateGeneralPreferences: savesSet(
    'notificationsPreferences',
    'notificationsPreferences',
    'general',
    { en: 'Update general notifications', he: 'בחירת התראות כלליות' },
  ),
  updateSecurityPreferences: savesSet(
    'securityNotificationsPreferences',
    'securityNotificationsPreferences',
    'security',
    { en: 'Update security notifications', he: 'בחירת התראות אבטחה' },
  ),
  updateUsagePreferences: savesSet(
    'usageNotificationsPreferences',
    'usageNotificationsPreferences',
    'usage',
    { en: 'Update usage notifications', he: 'בחירת התראות שימוש' },
  ),
  updateParentSecurityPreferences: savesSet(
    'parentSecurityNotificationsPreferences',
    'parentSecurityNotificationsPreferences',
    'security of sub-accounts',
    { en: 'Update sub-account security notifications', he: 'בחירת התראות אבטחה של חשבונות משנה' },
  ),
  updateParentActionsPreferences: savesSet(
    'parentActionsNotificationsPreferences',
    'parentActionsNotificationsPreferences',
    'actions of sub-accounts',
    { en: 'Update sub-account action notifications', he: 'בחירת התראות פעולה של חשבונות משנה' },
  ),
  updateParentUsagePreferences: savesSet(
    'parentUsageNotificationsPreferences',
    'parentUsageNotificationsPreferences',
    'usage of sub-accounts',
    { en: 'Update sub-account usage notifications', he: 'בחירת התראות שימוש של חשבונות משנה' },
  ),
  updateAdminPreferences: endpoint({
    title: { en: 'Update administrator notifications', he: 'בחירת התראות למנהלים' },
    method: 'PUT',
    path: '/header/adminNotificationsPreferences',
    summary: 'Update administrator notification preferences: billing, system, and service catalog.',
    access: 'notifications.admin',
    changes: true,
    body: z.strictObject({
      billingNotificationsPreferences: choices.optional(),
      systemNotificationsPreferences: choices.optional(),
      scNotificationsPreferences: choices.optional(),
    }),
    answer: done,
  }),
  updateAdditionalEmailFlag: endpoint({
    title: {
      en: 'Turn copies to the additional email on or off',
      he: 'הפעלה או כיבוי של העתקים לכתובת נוספת',
    },
    method: 'PUT',
    path: '/header/updateAdditionalEmailFlag',
    summary:
      'Turn copies to the additional email address on or off. `carbonCopyFlag` is 0 for the parent and 1 for the administrator.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ additionalEmailFlag: z.boolean(), carbonCopyFlag: z.literal([0, 1]) }),
    answer: done,
    errors: ['emailRequired', 'notAllowed'],
  }),
  updateAdditionalEmail: endpoint({
    title: { en: 'Set an additional email address', he: 'קביעת כתובת נוספת להעתקים' },
    method: 'PUT',
    path: '/header/additionalEmail',
    summary:
      'Set the additional email address. Send an empty value to remove it. `carbonCopyFlag` is 0 for the parent and 1 for the administrator.',
    access: 'signedIn',
    changes: true,
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
