import type { Machine } from './machine.ts';

export type AccountState = 'Ok' | 'Warning' | 'Suspended-Policy' | 'Suspended-Billing' | 'Locked';
export type AccountEvent = 'warn' | 'clear' | 'suspendPolicy' | 'suspendBilling' | 'resume' | 'lock' | 'unlock';

/** Specification section 4, account state labels; the moves between them are this portal's. */
export const accountMachine: Machine<AccountState, AccountEvent> = {
  name: 'account',
  title: { en: 'Account state', he: 'מצב החשבון' },
  states: [
    { value: 'Ok', title: { en: 'Ok', he: 'תקין' }, meaning: { en: 'Everything the role allows.', he: 'כל מה שהתפקיד מתיר.' } },
    {
      value: 'Warning',
      title: { en: 'Warning', he: 'אזהרה' },
      meaning: { en: 'As Ok; something should be put right soon.', he: 'כמו תקין; יש להסדיר דבר מה בקרוב.' },
    },
    {
      value: 'Suspended-Policy',
      title: { en: 'Suspended – policy', he: 'מושהה – מדיניות' },
      meaning: {
        en: 'Its servers are off and its data is kept. Neither it nor its child accounts change anything. Only a person resumes it.',
        he: 'השרתים כבויים והנתונים נשמרים. לא הוא ולא חשבונות הבן שלו משנים דבר. רק אדם משחרר אותו.',
      },
    },
    {
      value: 'Suspended-Billing',
      title: { en: 'Suspended – billing', he: 'מושהה – חיוב' },
      meaning: {
        en: 'Its servers are off and its data is kept. Neither it nor its child accounts change anything. A payment resumes it.',
        he: 'השרתים כבויים והנתונים נשמרים. לא הוא ולא חשבונות הבן שלו משנים דבר. תשלום משחרר אותו.',
      },
    },
    {
      value: 'Locked',
      title: { en: 'Locked', he: 'נעול' },
      meaning: {
        en: 'Nobody uses it: its sessions have ended. Its child accounts change nothing.',
        he: 'אין שימוש בחשבון: ההתחברויות הסתיימו. חשבונות הבן שלו אינם משנים דבר.',
      },
    },
  ],
  events: {
    warn: { en: 'Warn', he: 'אזהרה' },
    clear: { en: 'Clear the warning', he: 'הסרת האזהרה' },
    suspendPolicy: { en: 'Suspend for a breach of the rules', he: 'השהיה בשל הפרת הכללים' },
    suspendBilling: { en: 'Suspend for an unpaid bill', he: 'השהיה בשל חוב' },
    resume: { en: 'Resume', he: 'שחרור' },
    lock: { en: 'Lock', he: 'נעילה' },
    unlock: { en: 'Unlock', he: 'שחרור נעילה' },
  },
  transitions: [
    { event: 'warn', from: ['Ok'], to: ['Warning'], by: ['portal', 'root', 'siteAdmin'] },
    { event: 'clear', from: ['Warning'], to: ['Ok'], by: ['portal', 'root', 'siteAdmin'] },
    { event: 'suspendPolicy', from: ['Ok', 'Warning', 'Suspended-Billing'], to: ['Suspended-Policy'], by: ['portal', 'root', 'siteAdmin'] },
    { event: 'suspendBilling', from: ['Ok', 'Warning'], to: ['Suspended-Billing'], by: ['portal', 'root', 'siteAdmin'] },
    { event: 'resume', from: ['Suspended-Policy'], to: ['Ok', 'Warning', 'Suspended-Billing'], by: ['root', 'siteAdmin'] },
    { event: 'resume', from: ['Suspended-Billing'], to: ['Ok', 'Warning'], by: ['portal', 'root', 'siteAdmin'] },
    {
      event: 'lock',
      from: ['Ok', 'Warning', 'Suspended-Policy', 'Suspended-Billing'],
      to: ['Locked'],
      by: ['portal', 'root', 'siteAdmin'],
    },
    { event: 'unlock', from: ['Locked'], to: ['Ok', 'Warning', 'Suspended-Policy', 'Suspended-Billing'], by: ['root', 'siteAdmin'] },
  ],
};
