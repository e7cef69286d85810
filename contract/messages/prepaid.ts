import { type Messages, message } from './message.ts';

/** Of customers who pay by deposit, ahead, and of the ways a customer pays. */
export const prepaidMessages = {
  prepaidNotCovered: message(
    422,
    'This costs {cost} {currency} now, and your balance does not cover it: {missing} {currency} are missing. There are {balance} {currency}, {credit} {currency} of credit and {promo} {currency} of codes; {used} {currency} are used or ordered and not invoiced yet. All with taxes. Pay in at Billing first.',
    'זה עולה כעת {cost} {currency}, והיתרה אינה מכסה זאת: חסרים {missing} {currency}. היתרה היא {balance} {currency}, האשראי {credit} {currency} ומקודים {promo} {currency}; {used} {currency} נוצלו או הוזמנו וטרם חויבו. הכול כולל מסים. יש להפקיד תחילה במסך החיוב.',
  ),
  prepaidUsedUp: message(
    422,
    'Nothing is left of your balance, and what this costs shows only later. There are {balance} {currency}, {credit} {currency} of credit and {promo} {currency} of codes; {used} {currency} are used or ordered and not invoiced yet. All with taxes. Pay in at Billing first.',
    'לא נותר דבר ביתרה, ועלות הפעולה תתברר רק בהמשך. היתרה היא {balance} {currency}, האשראי {credit} {currency} ומקודים {promo} {currency}; {used} {currency} נוצלו או הוזמנו וטרם חויבו. הכול כולל מסים. יש להפקיד תחילה במסך החיוב.',
  ),
  prepaidPayerShort: message(
    422,
    'The account that pays for this pays ahead, and does not have enough left. Whoever looks after it pays in at Billing.',
    'החשבון שמשלם על כך משלם מראש, ולא נותר בו די. מי שאחראי עליו יפקיד במסך החיוב.',
  ),
  transferNotTaken: message(
    422,
    'You pay by credit card, so no transfer is taken from you: pay at the provider instead, or ask the seller to let you pay by deposit.',
    'אופן התשלום שלך הוא כרטיס אשראי, ולכן לא מתקבלת ממך העברה: יש לשלם אצל ספק התשלומים, או לבקש מהמוכר לאפשר לך לשלם בפיקדון.',
  ),
} satisfies Messages;
