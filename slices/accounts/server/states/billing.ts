import type { Machine } from './machine.ts';

export type BillingState = -1 | 0 | 1 | 2 | 3 | 5 | 7 | 9;
export type BillingEvent =
  | 'require'
  | 'waive'
  | 'submit'
  | 'approve'
  | 'disapprove'
  | 'verify'
  | 'review'
  | 'reviewLocked'
  | 'remove'
  | 'forceDeposit'
  | 'depositPaid'
  | 'liftDeposit';

/** Specification section 4, billing profile states; the moves between them are this portal's. */
export const billingMachine: Machine<BillingState, BillingEvent> = {
  name: 'billing',
  title: { en: 'Billing profile', he: 'פרופיל חיוב' },
  states: [
    {
      value: -1,
      title: { en: 'No Billing Profile', he: 'אין פרופיל חיוב' },
      meaning: {
        en: 'No billing details are asked for, and none can be given. Invoices go out in the name of the account without an address, taxed as in the seller’s own country.',
        he: 'פרטי חיוב אינם נדרשים ואין אפשרות למסור אותם. חשבוניות יוצאות על שם החשבון בלי כתובת, במיסוי של מדינת המוכר.',
      },
    },
    { value: 0, title: { en: 'Not Set', he: 'לא הוגדר' }, meaning: { en: 'Nothing has been given yet.', he: 'עדיין לא נמסר דבר.' } },
    {
      value: 1,
      title: { en: 'Unverified - Disapproved', he: 'לא מאומת – נדחה' },
      meaning: {
        en: 'Given, and not accepted: nothing new is ordered until another one is given or it is approved. What is there goes on and can be turned on and off.',
        he: 'נמסר ולא התקבל: לא מוזמן דבר חדש עד שיימסר פרופיל אחר או שיאושר. מה שקיים ממשיך וניתן להפעילו ולכבותו.',
      },
    },
    {
      value: 2,
      title: { en: 'Unverified - Approved', he: 'לא מאומת – אושר' },
      meaning: { en: 'Accepted, not yet proved by a payment.', he: 'התקבל, טרם הוכח בתשלום.' },
    },
    { value: 3, title: { en: 'Verified', he: 'מאומת' }, meaning: { en: 'Proved.', he: 'הוכח.' } },
    {
      value: 5,
      title: { en: 'Requires Manual Verification', he: 'דורש אימות ידני' },
      meaning: { en: 'A person looks at it; what runs goes on.', he: 'אדם בודק אותו; מה שפועל ממשיך.' },
    },
    {
      value: 7,
      title: { en: 'Requires Manual Verification - LOCK', he: 'דורש אימות ידני – נעול' },
      meaning: {
        en: 'A person looks at it; nothing new is bought and nothing changed meanwhile, also by its child accounts.',
        he: 'אדם בודק אותו; בינתיים לא נקנה דבר חדש ולא משתנה דבר, גם לא בידי חשבונות הבן.',
      },
    },
    {
      value: 9,
      title: { en: 'Requires Deposit - Lock', he: 'דורש פיקדון – נעול' },
      meaning: {
        en: 'Nothing new is bought and nothing changed until the deposit that is asked for is paid, also by its child accounts. Then it is again what it was.',
        he: 'לא נקנה דבר חדש ולא משתנה דבר עד שישולם הפיקדון הנדרש, גם לא בידי חשבונות הבן. אחר כך הוא חוזר למצבו הקודם.',
      },
    },
  ],
  events: {
    require: { en: 'Ask for a profile', he: 'דרישת פרופיל' },
    waive: { en: 'Waive the billing profile', he: 'ויתור על פרופיל החיוב' },
    submit: { en: 'Give a profile', he: 'מסירת פרופיל' },
    approve: { en: 'Approve', he: 'אישור' },
    disapprove: { en: 'Disapprove', he: 'דחייה' },
    verify: { en: 'Verify', he: 'אימות' },
    review: { en: 'Ask for manual verification', he: 'דרישת אימות ידני' },
    reviewLocked: { en: 'Ask for manual verification and lock', he: 'דרישת אימות ידני ונעילה' },
    remove: { en: 'Remove the profile', he: 'הסרת הפרופיל' },
    forceDeposit: { en: 'Demand a deposit', he: 'דרישת פיקדון' },
    depositPaid: { en: 'Deposit paid', he: 'הפיקדון שולם' },
    liftDeposit: { en: 'Take the demand back', he: 'ביטול דרישת הפיקדון' },
  },
  transitions: [
    { event: 'require', from: [-1], to: [0], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'waive', from: [0], to: [-1], by: ['root', 'siteAdmin', 'billingAdmin'] },
    { event: 'submit', from: [0, 1], to: [2, 1, 5], by: ['owner', 'portal'] },
    { event: 'approve', from: [1, 5, 7], to: [2], by: ['root', 'siteAdmin', 'billingAdmin'] },
    { event: 'disapprove', from: [2, 3, 5, 7], to: [1], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'verify', from: [2], to: [3], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'verify', from: [5, 7], to: [3], by: ['root', 'siteAdmin', 'billingAdmin'] },
    { event: 'review', from: [1, 2, 3], to: [5], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'reviewLocked', from: [1, 2, 3, 5], to: [7], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'remove', from: [1, 2, 3], to: [0], by: ['owner', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'forceDeposit', from: [-1, 0, 1, 2, 3, 5, 7], to: [9], by: ['root', 'siteAdmin', 'billingAdmin'] },
    { event: 'depositPaid', from: [9], to: [2, -1, 0, 1, 3, 5, 7], by: ['portal'] },
    { event: 'liftDeposit', from: [9], to: [2, -1, 0, 1, 3, 5, 7], by: ['root', 'siteAdmin', 'billingAdmin'] },
  ],
};
