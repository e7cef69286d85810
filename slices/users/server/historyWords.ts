import { operationTitle } from '../../../contract/titles/index.ts';
import type { Texts } from './rules/people.ts';

/** What operations are called when they were done to the one whose record it is; others are told by their title. */
const words: Record<string, Texts> = {
  createAccount: { en: 'Signed up', he: 'הרשמה' },
  createUser: { en: 'Account made', he: 'החשבון נוצר' },
  inviteUsers: { en: 'Invited by mail', he: 'הזמנה בדוא"ל' },
  inviteUser: { en: 'Invited once more', he: 'הזמנה חוזרת' },
  changeUser: { en: 'Details changed', he: 'הפרטים שונו' },
  disableUser: { en: 'Disabled', he: 'החשבון הושבת' },
  enableUser: { en: 'Enabled', he: 'החשבון הופעל' },
  lockUser: { en: 'Lock by the parent account', he: 'נעילה על ידי חשבון האב' },
  changeUserRole: { en: 'Role changed', he: 'התפקיד שונה' },
  moveUser: { en: 'Moved', he: 'הועבר' },
  deleteUser: { en: 'Deletion', he: 'מחיקה' },
  actFor: { en: 'Acting in place of this account', he: 'פעולה בשם חשבון זה' },
  stopActing: { en: 'Acting in its place ended', he: 'הפעולה בשמו הסתיימה' },
  resetPassword: { en: 'Password set by a link', he: 'הסיסמה נקבעה בקישור' },
  validateEmail: { en: 'Address proved', he: 'הכתובת אומתה' },
  createServers: { en: 'Servers created', he: 'שרתים נוצרו' },
  powerServer: { en: 'Power of a server changed', he: 'שינוי מצב הפעלה של שרת' },
  terminateServer: { en: 'Server terminated', he: 'שרת הופסק לצמיתות' },
  changeSetting: { en: 'Setting changed', he: 'הגדרה שונתה' },
};

export const operationText = (operation: string, language: keyof Texts): string =>
  words[operation]?.[language] ?? operationTitle(operation, language);

/** What a record calls its fields. */
const fields: Record<string, Texts> = {
  email: { en: 'Address', he: 'כתובת' },
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
  power: { en: 'Power', he: 'הפעלה' },
};

export const fieldText = (field: string, language: keyof Texts): string => fields[field]?.[language] ?? field;
