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
    { value: 1, title: { en: 'Created', he: 'נוצרה' }, meaning: { en: 'Asked for, not paid yet.', he: 'התבקשה, טרם שולמה.' } },
    {
      value: 2,
      title: { en: 'Approved', he: 'אושרה' },
      meaning: { en: 'The payer agreed; the money is on its way.', he: 'המשלם הסכים; הכסף בדרך.' },
    },
    { value: 3, title: { en: 'Completed', he: 'הושלמה' }, meaning: { en: 'Paid, and in the balance.', he: 'שולמה ונכללת ביתרה.' } },
    {
      value: 4,
      title: { en: 'Expired', he: 'פגה' },
      meaning: { en: 'Withdrawn, or not paid in time.', he: 'בוטלה, או לא שולמה במועד.' },
    },
  ],
  events: {
    approve: { en: 'Approve', he: 'אישור' },
    complete: { en: 'Complete', he: 'השלמה' },
    withdraw: { en: 'Withdraw', he: 'ביטול' },
    expire: { en: 'Let it expire', he: 'פקיעה' },
  },
  transitions: [
    { event: 'approve', from: [1], to: [2], by: ['portal', 'root', 'billingAdmin'] },
    { event: 'complete', from: [2], to: [3], by: ['portal', 'root', 'billingAdmin'] },
    { event: 'withdraw', from: [1], to: [4], by: ['owner'] },
    { event: 'expire', from: [1, 2], to: [4], by: ['portal'] },
  ],
};
