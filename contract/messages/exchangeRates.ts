import { type Messages, message } from './message.ts';

/** Of exchange rates. */
export const exchangeRateMessages = {
  exchangeRateTopmost: message(
    403,
    'Exchange rates apply to every site, so only the operator of the portal can change them.',
    'שערי החליפין תקפים לכל האתרים, ולכן רק מפעיל הפורטל יכול לשנות אותם.',
  ),
  exchangeRateSettled: message(
    422,
    '{month} is over and was reckoned with {rate} {to} for one {from}: that stays. Enter the rate for a day of this month.',
    'החודש {month} הסתיים וחושב לפי {rate} {to} ל-{from} אחד: זה נשאר כך. יש לרשום את השער ליום בחודש הנוכחי.',
  ),
  exchangeRateTaken: message(
    409,
    'A rate of {base} in {quote} for {day} was entered already. Correct that one.',
    'כבר נרשם שער של {base} ב-{quote} ליום {day}. יש לתקן אותו.',
  ),
  exchangeRateNotConnected: message(
    422,
    'Nobody is asked for rates: switch on "Fetch the exchange rates of the European Central Bank every day" in the settings first.',
    'אין מקור שממנו נמשכים שערים: יש להפעיל תחילה בהגדרות את "משיכה יומית של שערי החליפין של הבנק המרכזי האירופי".',
  ),
  exchangeRateSourceAway: message(
    503,
    'The European Central Bank gave no rates: {problem} It is asked again by itself.',
    'לא התקבלו שערים מהבנק המרכזי האירופי: {problem} הפנייה תחזור מעצמה.',
  ),
} satisfies Messages;
