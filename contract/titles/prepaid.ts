import { title } from './title.ts';

/** Paying by deposit, ahead. */
export const prepaidTitles = {
  getPrepaid: title('View your prepaid balance', 'צפייה ביתרה לשימוש'),
  getCustomerPrepaid: title('View a customer’s prepaid balance', 'צפייה ביתרה לשימוש של לקוח'),
  setCreditLimit: title('Set a customer’s credit limit', 'קביעת מסגרת אשראי ללקוח'),
  'prepaid.check': title('Low balance notification', 'הודעה ללקוח שהיתרה אוזלת'),
};
