import * as z from 'zod';
import { done, endpoint, id } from '../../../contract/endpoint.ts';
import { said } from '../../../contract/said.ts';
import { timeZoneOrSite } from '../../../contract/timeZone.ts';
import { disableAnswer } from '../../users/contract.ts';
import { profileDetails } from './details.ts';

/** Ways a date can be written; empty: as the language has it. */
export const dateFormats = ['', 'yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'dd.MM.yyyy', 'd MMM yyyy'] as const;

const dateFormat = z.enum(dateFormats);

const formText = z.string().max(4096).optional();

/** By the number of the notification: whether it is sent. What is not named stays. */
const choices = z.record(z.string().regex(/^[1-9]\d{0,6}$/), z.boolean()).refine((given) => Object.keys(given).length <= 200, {
  message: said('at most 200 choices at once', 'ניתן למסור לכל היותר 200 בחירות בבת אחת'),
});

const passwordErrors = [
  'passwordRequired',
  'passwordRepeatRequired',
  'passwordLength',
  'passwordRefused',
  'passwordRepeatMismatch',
] as const;

const savesSet = <F extends string>(path: string, field: F, what: string) =>
  endpoint({
    method: 'PUT',
    path: `/header/${path}`,
    summary: `Chooses which notifications are sent: ${what}.`,
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ [field]: choices } as Record<F, typeof choices>),
    answer: done,
  });

export const generalEndpoints = {
  readProfile: endpoint({
    method: 'GET',
    path: '/header/details',
    summary: 'The settings of one’s own account.',
    access: 'signedIn',
    seesWholeDatabase: 'a page asks for it at its start: the row of the caller, by its id',
    changes: false,
    answer: profileDetails,
  }),
  writeConfiguration: endpoint({
    method: 'PUT',
    path: '/header/configuration',
    summary: 'How dates are written, in which time zone, and whether notifications are mailed at all.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ dateFormat: dateFormat.optional(), timeZone: timeZoneOrSite.optional(), notification: z.boolean().optional() }),
    answer: done,
  }),
  writeDateFormat: endpoint({
    method: 'PUT',
    path: '/header/updateDateFormat',
    summary: 'How dates are written.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ dateFormat }),
    answer: done,
  }),
  writeTimeZone: endpoint({
    method: 'PUT',
    path: '/header/updateTimeZone',
    summary: 'The time zone of this person.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ timeZone: timeZoneOrSite }),
    answer: done,
  }),
  writeNotification: endpoint({
    method: 'PUT',
    path: '/header/updateNotification',
    summary: 'Whether notifications are mailed at all; those that protect the account always are.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ notification: z.boolean() }),
    answer: done,
  }),
  disableAccount: endpoint({
    method: 'PUT',
    path: '/header/disable',
    summary: 'Shuts a user out; with checkOnly it only says what would happen.',
    access: 'users.manage',
    changes: true,
    dangerous: true,
    body: z.strictObject({ userId: id, checkOnly: z.boolean().optional() }),
    answer: disableAnswer,
    errors: ['userAboveYou', 'userActionRefused', 'lockedByParent'],
  }),
  enableAccount: endpoint({
    method: 'PUT',
    path: '/header/enable',
    summary: 'Lets a disabled user in again.',
    access: 'users.manage',
    changes: true,
    body: z.strictObject({ userId: id }),
    answer: done,
    errors: ['userAboveYou', 'userActionRefused', 'lockedByParent'],
  }),
  writePassword: endpoint({
    method: 'PUT',
    path: '/header/password',
    summary: 'Sets a new password; every other session of the account ends.',
    access: 'signedIn',
    changes: true,
    ownTransaction: true,
    body: z.strictObject({ oldPass: formText, newPass: formText, confirmPass: formText }),
    answer: done,
    errors: ['protectionByOwner', 'passwordChangeUnavailable', 'blocked', 'passwordOldWrong', ...passwordErrors],
  }),
  changeEmail: endpoint({
    method: 'PUT',
    path: '/header/email',
    summary: 'Mails a link to a new address; the account has it once the link was followed. The old address is warned.',
    access: 'signedIn',
    changes: true,
    ownTransaction: true,
    proof: true,
    body: z.strictObject({ email: formText, password: formText }),
    answer: done,
    errors: ['protectionByOwner', 'emailRequired', 'emailInvalid', 'passwordRequired', 'passwordOldWrong', 'blocked', 'slowDown'],
  }),
  writeGeneralPreferences: savesSet('notificationsPreferences', 'notificationsPreferences', 'general'),
  writeSecurityPreferences: savesSet('securityNotificationsPreferences', 'securityNotificationsPreferences', 'security'),
  writeUsagePreferences: savesSet('usageNotificationsPreferences', 'usageNotificationsPreferences', 'usage'),
  writeParentSecurityPreferences: savesSet(
    'parentSecurityNotificationsPreferences',
    'parentSecurityNotificationsPreferences',
    'security of child accounts',
  ),
  writeParentActionsPreferences: savesSet(
    'parentActionsNotificationsPreferences',
    'parentActionsNotificationsPreferences',
    'actions of child accounts',
  ),
  writeParentUsagePreferences: savesSet(
    'parentUsageNotificationsPreferences',
    'parentUsageNotificationsPreferences',
    'usage of child accounts',
  ),
  writeAdminPreferences: endpoint({
    method: 'PUT',
    path: '/header/adminNotificationsPreferences',
    summary: 'Chooses which notifications are sent: billing, system and service catalogue, for administrators.',
    access: 'notifications.admin',
    changes: true,
    body: z.strictObject({
      billingNotificationsPreferences: choices.optional(),
      systemNotificationsPreferences: choices.optional(),
      scNotificationsPreferences: choices.optional(),
    }),
    answer: done,
  }),
  writeAdditionalEmailFlag: endpoint({
    method: 'PUT',
    path: '/header/updateAdditionalEmailFlag',
    summary: 'Whether copies go to the further address; carbonCopyFlag 0 is the parent’s, 1 the administrator’s.',
    access: 'signedIn',
    changes: true,
    body: z.strictObject({ additionalEmailFlag: z.boolean(), carbonCopyFlag: z.literal([0, 1]) }),
    answer: done,
    errors: ['emailRequired', 'notAllowed'],
  }),
  writeAdditionalEmail: endpoint({
    method: 'PUT',
    path: '/header/additionalEmail',
    summary: 'A further address that gets copies; empty removes it. carbonCopyFlag 0 is the parent’s, 1 the administrator’s.',
    access: 'signedIn',
    changes: true,
    proof: true,
    body: z.strictObject({ email: formText, carbonCopyFlagEnabled: z.boolean(), carbonCopyFlag: z.literal([0, 1]) }),
    answer: done,
    errors: ['protectionByOwner', 'emailRequired', 'emailInvalid', 'notAllowed'],
  }),
};
