import { operationTitle } from '../../../server/platform/audit/operationTitle.ts';
import type { Context } from '../../../server/platform/context.ts';
import type { Texts } from './rules/people.ts';

/** Titles of operations as seen from the affected user. Others use their API title. */
const words: Record<string, Texts> = {
  createAccount: { en: 'Signed up', he: 'הרשמה' },
  createUser: { en: 'Account created', he: 'החשבון נוצר' },
  inviteUsers: { en: 'Invited by email', he: 'הזמנה בדוא"ל' },
  inviteUser: { en: 'Invitation resent', he: 'ההזמנה נשלחה שוב' },
  updateUser: { en: 'Details updated', he: 'הפרטים עודכנו' },
  disableUser: { en: 'Disabled', he: 'החשבון הושבת' },
  enableUser: { en: 'Enabled', he: 'החשבון הופעל' },
  lockUser: { en: 'Locked by parent account', he: 'נעילה על ידי חשבון האב' },
  updateUserRole: { en: 'Role changed', he: 'התפקיד שונה' },
  moveUser: { en: 'Moved', he: 'הועבר' },
  deleteUser: { en: 'Deleted', he: 'נמחק' },
  actFor: { en: 'Acting for this account', he: 'פעולה בשם חשבון זה' },
  stopActing: { en: 'Acting for this account ended', he: 'הפעולה בשם החשבון הסתיימה' },
  resetPassword: { en: 'Password reset by link', he: 'הסיסמה אופסה בקישור' },
  validateEmail: { en: 'Email address verified', he: 'כתובת הדוא"ל אומתה' },
  createServers: { en: 'Servers created', he: 'שרתים נוצרו' },
  powerServer: { en: 'Server power state changed', he: 'מצב ההפעלה של שרת שונה' },
  terminateServer: { en: 'Server terminated', he: 'שרת הופסק' },
  updateSetting: { en: 'Setting changed', he: 'הגדרה שונתה' },
};

export const operationText = (
  ctx: Pick<Context, 'services' | 'language'>,
  operation: string,
): string => words[operation]?.[ctx.language] ?? operationTitle(ctx, operation, ctx.language);

/** What a record calls its fields. */
const fields: Record<string, Texts> = {
  email: { en: 'Email address', he: 'כתובת דוא"ל' },
  role: { en: 'Role', he: 'תפקיד' },
  siteId: { en: 'Site', he: 'אתר' },
  parentId: { en: 'Parent account', he: 'חשבון אב' },
  owner: { en: 'Owner', he: 'בעלים' },
  firstName: { en: 'First name', he: 'שם פרטי' },
  lastName: { en: 'Last name', he: 'שם משפחה' },
  language: { en: 'Language', he: 'שפה' },
  isEnabled: { en: 'Enabled', he: 'פעיל' },
  isLocked: { en: 'Locked', he: 'נעול' },
  state: { en: 'Account state', he: 'מצב החשבון' },
  billing: { en: 'Billing profile', he: 'פרופיל חיוב' },
  deleted: { en: 'Deleted', he: 'נמחק' },
  name: { en: 'Name', he: 'שם' },
  power: { en: 'Power state', he: 'מצב הפעלה' },
};

export const fieldText = (field: string, language: keyof Texts): string =>
  fields[field]?.[language] ?? field;
