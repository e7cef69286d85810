import { error } from '../../contract/declaredError.ts';

export const errors = {
  exchangeRateTopmost: error(
    2974,
    403,
    'Exchange rates apply to all sites. Only the operator of the portal can change them.',
    'שערי החליפין חלים על כל האתרים. רק מפעיל הפורטל יכול לשנות אותם.',
  ),
  exchangeRateSettled: error(
    2975,
    422,
    '{month} is closed and was calculated with {rate} {to} per {from}. Enter a rate for a day in the current month.',
    'החודש {month} נסגר וחושב לפי {rate} {to} ל-{from}. יש להזין שער ליום בחודש הנוכחי.',
  ),
  exchangeRateTaken: error(
    2976,
    409,
    'A {base} to {quote} rate for {day} already exists. Correct it instead.',
    'כבר קיים שער של {base} ל-{quote} ליום {day}. אפשר לתקן אותו.',
  ),
  exchangeRateSourceAway: error(
    2982,
    503,
    'Exchange rates from the European Central Bank aren’t available. {problem} The system will try again automatically.',
    'שערי הבנק המרכזי האירופי אינם זמינים כרגע. {problem} המערכת תנסה שוב אוטומטית.',
  ),
  exchangeRateNotConnected: error(
    2984,
    422,
    'No exchange rate source is enabled. Turn on the daily import from the European Central Bank in Settings first.',
    'אין מקור פעיל לשערי חליפין. יש להפעיל תחילה בהגדרות את הייבוא היומי מהבנק המרכזי האירופי.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  'exchange rate': { en: 'exchange rate', he: 'שער חליפין' },
};
