import type { Machine } from './machine.ts';

export type AccountState = 'Ok' | 'Warning' | 'Suspended-Policy' | 'Suspended-Billing' | 'Locked';
export type AccountEvent =
  | 'warn'
  | 'clear'
  | 'suspendPolicy'
  | 'suspendBilling'
  | 'resume'
  | 'lock'
  | 'unlock';

/** Specification section 4, account state labels; the moves between them are this portal's. */
export const accountMachine: Machine<AccountState, AccountEvent> = {
  name: 'account',
  title: { en: 'Account state', he: 'מצב החשבון' },
  states: [
    {
      value: 'Ok',
      title: { en: 'Ok', he: 'תקין' },
      meaning: { en: 'All actions that the role allows.', he: 'כל הפעולות שהתפקיד מתיר.' },
    },
    {
      value: 'Warning',
      title: { en: 'Warning', he: 'אזהרה' },
      meaning: { en: 'Same as Ok, but requires attention.', he: 'כמו תקין, אך דורש טיפול.' },
    },
    {
      value: 'Suspended-Policy',
      title: { en: 'Suspended-Policy', he: 'מושעה - מדיניות' },
      meaning: {
        en: 'Servers are off and data is kept. The account and its sub-accounts are read-only. Only an administrator can resume it.',
        he: 'השרתים כבויים והנתונים נשמרים. החשבון וחשבונות המשנה פתוחים לצפייה בלבד. רק מנהל יכול לבטל את ההשעיה.',
      },
    },
    {
      value: 'Suspended-Billing',
      title: { en: 'Suspended-Billing', he: 'מושעה - חיוב' },
      meaning: {
        en: 'Servers are off and data is kept. The account and its sub-accounts are read-only. A payment resumes it.',
        he: 'השרתים כבויים והנתונים נשמרים. החשבון וחשבונות המשנה פתוחים לצפייה בלבד. תשלום מבטל את ההשעיה.',
      },
    },
    {
      value: 'Locked',
      title: { en: 'Locked', he: 'נעול' },
      meaning: {
        en: 'The account can’t be used and its sessions have ended. Its sub-accounts are read-only.',
        he: 'לא ניתן להשתמש בחשבון וההתחברויות הסתיימו. חשבונות המשנה פתוחים לצפייה בלבד.',
      },
    },
  ],
  events: {
    warn: { en: 'Warn', he: 'אזהרה' },
    clear: { en: 'Clear warning', he: 'הסרת האזהרה' },
    suspendPolicy: { en: 'Suspend (policy violation)', he: 'השעיה (הפרת מדיניות)' },
    suspendBilling: { en: 'Suspend (unpaid invoice)', he: 'השעיה (חשבונית שלא שולמה)' },
    resume: { en: 'Resume', he: 'ביטול ההשעיה' },
    lock: { en: 'Lock', he: 'נעילה' },
    unlock: { en: 'Unlock', he: 'ביטול הנעילה' },
  },
  transitions: [
    { event: 'warn', from: ['Ok'], to: ['Warning'], by: ['portal', 'root', 'siteAdmin'] },
    { event: 'clear', from: ['Warning'], to: ['Ok'], by: ['portal', 'root', 'siteAdmin'] },
    {
      event: 'suspendPolicy',
      from: ['Ok', 'Warning', 'Suspended-Billing'],
      to: ['Suspended-Policy'],
      by: ['portal', 'root', 'siteAdmin'],
    },
    {
      event: 'suspendBilling',
      from: ['Ok', 'Warning'],
      to: ['Suspended-Billing'],
      by: ['portal', 'root', 'siteAdmin'],
    },
    {
      event: 'resume',
      from: ['Suspended-Policy'],
      to: ['Ok', 'Warning', 'Suspended-Billing'],
      by: ['root', 'siteAdmin'],
    },
    {
      event: 'resume',
      from: ['Suspended-Billing'],
      to: ['Ok', 'Warning'],
      by: ['portal', 'root', 'siteAdmin'],
    },
    {
      event: 'lock',
      from: ['Ok', 'Warning', 'Suspended-Policy', 'Suspended-Billing'],
      to: ['Locked'],
      by: ['portal', 'root', 'siteAdmin'],
    },
    {
      event: 'unlock',
      from: ['Locked'],
      to: ['Ok', 'Warning', 'Suspended-Policy', 'Suspended-Billing'],
      by: ['root', 'siteAdmin'],
    },
  ],
};
