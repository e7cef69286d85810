import type { Machine } from './machine.ts';

export type ChargeOrderState = 1 | 2 | 3 | 4;
export type ChargeOrderEvent = 'approve' | 'complete' | 'withdraw' | 'expire';

/** Specification section 4, charge order statuses; the moves between them are this portal's. */
export const chargeOrderMachine: Machine<ChargeOrderState, ChargeOrderEvent> = {
  name: 'chargeOrder',
  title: { en: 'Charge order', he: 'הוראת חיוב' },
  starts: [1],
  ends: [3, 4],
  states: [
    {
      value: 1,
      title: { en: 'Created', he: 'נוצרה' },
      meaning: { en: 'Requested, not paid yet.', he: 'התבקשה, טרם שולמה.' },
    },
    {
      value: 2,
      title: { en: 'Approved', he: 'אושרה' },
      meaning: {
        en: 'Approved by the payer, payment in progress.',
        he: 'אושרה על ידי המשלם, התשלום בתהליך.',
      },
    },
    {
      value: 3,
      title: { en: 'Completed', he: 'הושלמה' },
      meaning: { en: 'Paid and credited to the balance.', he: 'שולמה וזוכתה ביתרה.' },
    },
    {
      value: 4,
      title: { en: 'Expired', he: 'פג תוקף' },
      meaning: { en: 'Canceled, or not paid in time.', he: 'בוטלה, או לא שולמה במועד.' },
    },
  ],
  events: {
    approve: { en: 'Approve', he: 'אישור' },
    complete: { en: 'Complete', he: 'השלמה' },
    withdraw: { en: 'Cancel', he: 'ביטול' },
    expire: { en: 'Expire', he: 'פקיעה' },
  },
  transitions: [
    { event: 'approve', from: [1], to: [2], by: ['portal', 'root', 'billingAdmin'] },
    { event: 'complete', from: [2], to: [3], by: ['portal', 'root', 'billingAdmin'] },
    { event: 'withdraw', from: [1], to: [4], by: ['owner'] },
    { event: 'expire', from: [1, 2], to: [4], by: ['portal'] },
  ],
};
