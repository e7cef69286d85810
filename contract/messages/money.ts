import { type Messages, message } from './message.ts';

/** Of companies, the ledger, billing profiles and deposits. */
export const moneyMessages = {
  companyMissing: message(
    422,
    'No company sells at this site yet, so nothing can be paid here. Ask your provider.',
    'אין עדיין חברה המוכרת באתר זה, ולכן לא ניתן לשלם כאן. יש לפנות לספק.',
  ),
  companySiteTaken: message(409, 'The site {site} belongs to {company} already.', 'האתר {site} כבר שייך לחברה {company}.'),
  companySiteCurrency: message(
    422,
    '{site} sells in {given} and {company} bills in {billed}: its customers could never be invoiced. {way}',
    'האתר {site} מוכר ב-{given} והחברה {company} מחייבת ב-{billed}: לא ניתן יהיה להפיק חשבוניות ללקוחותיו. {way}',
  ),
  companyChangedMeanwhile: message(
    409,
    'Somebody else has changed {company} since it was read. Nothing was saved: read it again, then save what is still wanted.',
    'מישהו אחר שינה את {company} מאז שנקראה. דבר לא נשמר: יש לקרוא אותה שוב ולשמור את מה שעדיין רצוי.',
  ),
  companyCurrencyInUse: message(
    422,
    '{company} bills in {before} and cannot change to {given} yet. In the way: {obstacles}. Or make another company that bills in {given} and give it the sites.',
    'החברה {company} מחייבת ב-{before} ועדיין לא ניתן לשנות ל-{given}. מה שמונע זאת: {obstacles}. אפשר גם ליצור חברה אחרת שמחייבת ב-{given} ולשייך אליה את האתרים.',
  ),
  priceListCurrency: message(
    422,
    'The list is in {given}, and {company}, which bills {site}, bills in {billed}: who buys from it could never be invoiced. A list in {billed} is needed.',
    'המחירון ב-{given}, והחברה {company}, שמחייבת את האתר {site}, מחייבת ב-{billed}: לא ניתן יהיה להפיק חשבונית למי שקונה לפיו. נדרש מחירון ב-{billed}.',
  ),
  companyAdminRefused: message(
    422,
    '{email} is not a billing administrator, so no company can be given to it.',
    'החשבון {email} אינו מנהל חיוב, ולכן לא ניתן להעניק לו חברה.',
  ),
  taxOverlaps: message(
    422,
    'The tax {name} would have two rates on the same day. Let one end the day before the next begins.',
    'למס {name} היו שני שיעורים באותו יום. יש לסיים את האחד ביום שלפני תחילת הבא.',
  ),
  ibanInvalid: message(
    422,
    '{given} is not a right IBAN: its check digits do not fit. Copy it again from the bank.',
    'המספר {given} אינו IBAN תקין: ספרות הביקורת אינן תואמות. יש להעתיק אותו שוב מהבנק.',
  ),
  customerNumberTaken: message(409, 'Another customer of this company has the number {number}.', 'ללקוח אחר של חברה זו המספר {number}.'),
  countryUnknown: message(422, '{given} is not the ISO code of a country.', '{given} אינו קוד ISO של מדינה.'),
  currencyUnknown: message(422, '{given} is not the ISO code of a currency.', '{given} אינו קוד ISO של מטבע.'),
  ledgerKeyReused: message(
    409,
    'The key {key} was used for another booking of this company. Use a new key for a new booking.',
    'המפתח {key} כבר שימש לרישום אחר של חברה זו. לרישום חדש יש להשתמש במפתח חדש.',
  ),
  currencyForeign: message(
    422,
    'This account is kept in {wanted}, not in {given}. Amounts are never changed from one currency into another.',
    'חשבון זה מנוהל ב-{wanted} ולא ב-{given}. סכומים אינם מומרים ממטבע למטבע.',
  ),
  amountWrong: message(
    422,
    '{given} is finer than the smallest coin of {currency}: at most {digits} decimals.',
    'הסכום {given} קטן מהמטבע הקטן ביותר של {currency}: לכל היותר {digits} ספרות אחרי הנקודה.',
  ),
  balanceShort: message(
    422,
    'The balance is {balance} {currency}, which is less than {amount}.',
    'היתרה היא {balance} {currency}, פחות מ-{amount}.',
  ),
  refundTooMuch: message(
    422,
    'At most {left} {currency} of this can still be given back.',
    'ניתן להחזיר מכאן עוד {left} {currency} לכל היותר.',
  ),
  refundWrittenOff: message(
    422,
    'What was written off of this is not given back: at most {left} {currency} of it can still be.',
    'מה שנמחק מכאן אינו מוחזר: ניתן להחזיר עוד {left} {currency} לכל היותר.',
  ),
  moneyBackUnpaid: message(
    422,
    'At most {left} {currency} of this can be sent back: what was paid by money that came in and has not gone out again. What was paid by credit or is open is no money.',
    'ניתן להשיב מכאן ככסף {left} {currency} לכל היותר: מה ששולם בכסף שנכנס וטרם יצא שוב. מה ששולם בזיכוי או פתוח עדיין אינו כסף.',
  ),
  chargeNotInvoiceable: message(
    422,
    'No invoice can be issued to this customer now: {problems}',
    'לא ניתן להפיק כעת חשבונית ללקוח זה: {problems}',
  ),
  approvalChanged: message(
    409,
    'It was asked for as {asked} {currency} and comes to {now} {currency} now. Decline it, so that it is asked for anew.',
    'הבקשה הייתה על {asked} {currency}, וכעת הסכום הוא {now} {currency}. יש לדחות אותה כדי שתתבקש מחדש.',
  ),
  demandWaits: message(
    409,
    'A demand for a deposit of this account waits for a second person already.',
    'דרישת פיקדון מחשבון זה כבר ממתינה לאישור של אדם נוסף.',
  ),
  refundWholeOnly: message(
    422,
    'What is left of this invoice, {left} {currency}, is given back whole: less cannot be parted into net and tax.',
    'יתרת החשבונית, {left} {currency}, מוחזרת רק במלואה: לא ניתן לחלק סכום קטן ממנה לסכום לפני מס ולמס.',
  ),
  notRefundable: message(422, 'This cannot be given back: {problem}', 'לא ניתן להחזיר זאת: {problem}'),
  writeOffTooMuch: message(
    422,
    'The customer owes {owed} {currency}; more than that cannot be written off.',
    'חוב הלקוח הוא {owed} {currency}; לא ניתן למחוק יותר מכך.',
  ),
  taxNumberInvalid: message(
    422,
    '{given} is not a right tax number of {country}: {problem}',
    'המספר {given} אינו מספר מס תקין של {country}: {problem}',
  ),
  billingProfileNeeded: message(422, 'Fill in the billing profile first.', 'יש למלא תחילה את פרופיל החיוב.'),
  billingFieldNeeded: message(422, '{problem}', '{problem}'),
  depositBelowMinimum: message(422, 'A deposit is at least {minimum} {currency}.', 'פיקדון הוא לפחות {minimum} {currency}.'),
  chargeOrderLimit: message(
    409,
    'There are {max} deposits waiting for your transfer already. Pay or withdraw one first.',
    'כבר יש {max} פיקדונות הממתינים להעברה. יש לשלם או לבטל אחד מהם תחילה.',
  ),
  chargeOrderEnded: message(409, 'The deposit {reference} stays as it is: {problem}', 'הפיקדון {reference} נשאר כפי שהוא: {problem}'),
  depositUnavailable: message(
    422,
    'Nothing can be paid by transfer yet: {company} has named no bank account here.',
    'עדיין לא ניתן לשלם בהעברה: {company} לא ציינה כאן חשבון בנק.',
  ),
  approvalDecided: message(409, 'It was {state} already.', 'כבר התקבלה החלטה: {state}.'),
  approvalOwn: message(422, 'Another person than the one who asked agrees to it.', 'אדם אחר ממי שביקש צריך לאשר.'),
} satisfies Messages;
