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
        en: 'Billing details aren’t required and can’t be entered. Invoices are issued in the account’s name without an address, with the tax of the seller’s country.',
        he: 'פרטי חיוב אינם נדרשים ולא ניתן להזין אותם. חשבוניות מופקות על שם החשבון ללא כתובת, במיסוי של מדינת המוכר.',
      },
    },
    {
      value: 0,
      title: { en: 'Not Set', he: 'לא הוגדר' },
      meaning: { en: 'No details entered yet.', he: 'עדיין לא הוזנו פרטים.' },
    },
    {
      value: 1,
      title: { en: 'Unverified - Disapproved', he: 'לא מאומת - נדחה' },
      meaning: {
        en: 'The profile was rejected. The account can’t order until a new profile is entered or this one is approved. Existing services keep running and can be turned on and off.',
        he: 'הפרופיל נדחה. לא ניתן להזמין עד להזנת פרופיל חדש או לאישור פרופיל זה. השירותים הקיימים ממשיכים לפעול, ואפשר להפעיל ולכבות אותם.',
      },
    },
    {
      value: 2,
      title: { en: 'Unverified - Approved', he: 'לא מאומת - אושר' },
      meaning: {
        en: 'Approved, but not verified by a payment yet.',
        he: 'אושר, אך עדיין לא אומת בתשלום.',
      },
    },
    {
      value: 3,
      title: { en: 'Verified', he: 'מאומת' },
      meaning: { en: 'Verified by a payment.', he: 'אומת בתשלום.' },
    },
    {
      value: 5,
      title: { en: 'Requires Manual Verification', he: 'דורש אימות ידני' },
      meaning: {
        en: 'Waiting for a review. Existing services keep running.',
        he: 'ממתין לבדיקה. השירותים הקיימים ממשיכים לפעול.',
      },
    },
    {
      value: 7,
      title: { en: 'Requires Manual Verification - LOCK', he: 'דורש אימות ידני - נעול' },
      meaning: {
        en: 'Waiting for a review. The account and its sub-accounts can’t order or make changes.',
        he: 'ממתין לבדיקה. לא ניתן להזמין או לבצע שינויים בחשבון ובחשבונות המשנה.',
      },
    },
    {
      value: 9,
      title: { en: 'Requires Deposit - Lock', he: 'דורש פיקדון - נעול' },
      meaning: {
        en: 'The account and its sub-accounts can’t order or make changes until the requested deposit is paid. Then the previous state returns.',
        he: 'לא ניתן להזמין או לבצע שינויים בחשבון ובחשבונות המשנה עד לתשלום הפיקדון הנדרש. לאחר מכן חוזר המצב הקודם.',
      },
    },
  ],
  events: {
    require: { en: 'Require a profile', he: 'דרישת פרופיל' },
    waive: { en: 'Waive the profile', he: 'ויתור על הפרופיל' },
    submit: { en: 'Enter a profile', he: 'הזנת פרופיל' },
    approve: { en: 'Approve', he: 'אישור' },
    disapprove: { en: 'Disapprove', he: 'דחייה' },
    verify: { en: 'Verify', he: 'אימות' },
    review: { en: 'Require manual verification', he: 'דרישת אימות ידני' },
    reviewLocked: { en: 'Require manual verification and lock', he: 'דרישת אימות ידני ונעילה' },
    remove: { en: 'Remove the profile', he: 'הסרת הפרופיל' },
    forceDeposit: { en: 'Require a deposit', he: 'דרישת פיקדון' },
    depositPaid: { en: 'Deposit paid', he: 'הפיקדון שולם' },
    liftDeposit: { en: 'Withdraw the deposit request', he: 'ביטול בקשת הפיקדון' },
  },
  transitions: [
    { event: 'require', from: [-1], to: [0], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'waive', from: [0], to: [-1], by: ['root', 'siteAdmin', 'billingAdmin'] },
    { event: 'submit', from: [0, 1], to: [2, 1, 5], by: ['owner', 'portal'] },
    { event: 'approve', from: [1, 5, 7], to: [2], by: ['root', 'siteAdmin', 'billingAdmin'] },
    {
      event: 'disapprove',
      from: [2, 3, 5, 7],
      to: [1],
      by: ['portal', 'root', 'siteAdmin', 'billingAdmin'],
    },
    { event: 'verify', from: [2], to: [3], by: ['portal', 'root', 'siteAdmin', 'billingAdmin'] },
    { event: 'verify', from: [5, 7], to: [3], by: ['root', 'siteAdmin', 'billingAdmin'] },
    {
      event: 'review',
      from: [1, 2, 3],
      to: [5],
      by: ['portal', 'root', 'siteAdmin', 'billingAdmin'],
    },
    {
      event: 'reviewLocked',
      from: [1, 2, 3, 5],
      to: [7],
      by: ['portal', 'root', 'siteAdmin', 'billingAdmin'],
    },
    {
      event: 'remove',
      from: [1, 2, 3],
      to: [0],
      by: ['owner', 'root', 'siteAdmin', 'billingAdmin'],
    },
    {
      event: 'forceDeposit',
      from: [-1, 0, 1, 2, 3, 5, 7],
      to: [9],
      by: ['root', 'siteAdmin', 'billingAdmin'],
    },
    { event: 'depositPaid', from: [9], to: [2, -1, 0, 1, 3, 5, 7], by: ['portal'] },
    {
      event: 'liftDeposit',
      from: [9],
      to: [2, -1, 0, 1, 3, 5, 7],
      by: ['root', 'siteAdmin', 'billingAdmin'],
    },
  ],
};
