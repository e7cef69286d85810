import { error } from '../../contract/declaredError.ts';

export const errors = {
  accountNeedsBilling: error(
    1910,
    403,
    'You can’t make changes until your billing profile is approved. Its status is {state}.',
    'לא ניתן לבצע שינויים עד לאישור פרופיל החיוב. הסטטוס שלו: {state}.',
  ),
  billingProfileNeeded: error(
    2816,
    422,
    'Complete the billing profile first.',
    'יש להשלים תחילה את פרופיל החיוב.',
  ),
  depositBelowMinimum: error(
    2818,
    422,
    'The minimum deposit is {minimum} {currency}.',
    'הפיקדון המינימלי הוא {minimum} {currency}.',
  ),
  chargeOrderLimit: error(
    2819,
    409,
    'You have {max} deposit requests waiting for your transfer. Pay or cancel one first.',
    'יש לך {max} בקשות פיקדון שממתינות להעברה. יש לשלם או לבטל אחת תחילה.',
  ),
  chargeOrderEnded: error(
    2820,
    409,
    'Deposit request {reference} can’t be changed. {problem}',
    'לא ניתן לשנות את בקשת הפיקדון {reference}. {problem}',
  ),
  depositUnavailable: error(
    2821,
    422,
    'You can’t pay by bank transfer yet because {company} has no bank account here.',
    'עדיין לא ניתן לשלם בהעברה בנקאית, כי ל-{company} אין כאן חשבון בנק.',
  ),
  orderNeedsBilling: error(
    2964,
    403,
    'You can’t place orders until your billing profile is approved. Its status is {state}. Existing services keep running.',
    'לא ניתן להזמין עד לאישור פרופיל החיוב. הסטטוס שלו: {state}. השירותים הקיימים ממשיכים לפעול.',
  ),
  transferNotTaken: error(
    2973,
    422,
    'Your payment type is credit card, so you can’t pay by bank transfer. Pay by card, or ask the seller to allow deposits.',
    'אופן התשלום שלך הוא כרטיס אשראי, ולכן לא ניתן לשלם בהעברה בנקאית. אפשר לשלם בכרטיס, או לבקש מהמוכר לאפשר פיקדון.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  deposit: { en: 'deposit', he: 'פיקדון' },
};
