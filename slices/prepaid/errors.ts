import { error } from '../../contract/declaredError.ts';

export const errors = {
  prepaidNotCovered: error(
    2970,
    422,
    'This costs {cost} {currency}, and you’re {missing} {currency} short. You have {balance} {currency}, {credit} {currency} of credit, and {promo} {currency} of promo codes, with {used} {currency} used or ordered but not invoiced, all including tax. Add funds in Billing.',
    'העלות היא {cost} {currency}, וחסרים {missing} {currency}. היתרה {balance} {currency}, האשראי {credit} {currency} וקודי ההטבה {promo} {currency}; {used} {currency} נוצלו או הוזמנו וטרם חויבו, הכול כולל מס. אפשר להוסיף כסף במסך החיוב.',
  ),
  prepaidUsedUp: error(
    2971,
    422,
    'Your balance is used up, and the cost of this is known only later. You have {balance} {currency}, {credit} {currency} of credit, and {promo} {currency} of promo codes, with {used} {currency} used or ordered but not invoiced, all including tax. Add funds in Billing.',
    'היתרה נוצלה, ועלות הפעולה תתברר רק בהמשך. היתרה {balance} {currency}, האשראי {credit} {currency} וקודי ההטבה {promo} {currency}; {used} {currency} נוצלו או הוזמנו וטרם חויבו, הכול כולל מס. אפשר להוסיף כסף במסך החיוב.',
  ),
  prepaidPayerShort: error(
    2972,
    422,
    'The prepaid account that pays for this doesn’t have enough funds. Its owner can add funds in Billing.',
    'בחשבון המשלם מראש על כך אין די כסף. הבעלים יכול להוסיף כסף במסך החיוב.',
  ),
};
