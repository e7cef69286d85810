import { title } from './title.ts';

/** Paying by deposit, ahead. */
export const prepaidTitles = {
  getPrepaid: title('See what is left to spend', 'צפייה ביתרה לשימוש'),
  getCustomerPrepaid: title('See what a customer has left to spend', 'צפייה ביתרה לשימוש של לקוח'),
  setCreditLimit: title('Set a customer’s credit limit', 'קביעת מסגרת אשראי ללקוח'),
  'prepaid.check': title('Tell a customer that a balance runs out', 'הודעה ללקוח שהיתרה אוזלת'),
};
