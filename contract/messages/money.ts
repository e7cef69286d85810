import { type Messages, message } from './message.ts';

/** Companies, the ledger, billing profiles and deposits. */
export const moneyMessages = {
  companyMissing: message(
    422,
    'No company sells at this site yet, so you can’t pay here. Contact your provider.',
    'עדיין אין חברה שמוכרת באתר זה, ולכן לא ניתן לשלם כאן. יש לפנות לספק.',
  ),
  companySiteTaken: message(
    409,
    'The site {site} already belongs to {company}.',
    'האתר {site} כבר שייך לחברה {company}.',
  ),
  companySiteCurrency: message(
    422,
    'The site {site} sells in {given}, but {company} bills in {billed}, so its customers can’t be invoiced. {way}',
    'האתר {site} מוכר ב-{given}, אך החברה {company} מחייבת ב-{billed}, ולכן לא ניתן להפיק חשבוניות ללקוחותיו. {way}',
  ),
  companyChangedMeanwhile: message(
    409,
    '{company} was changed by someone else, so your changes weren’t saved. Reload it and try again.',
    'מישהו אחר שינה את {company}, ולכן השינויים שלך לא נשמרו. יש לטעון אותה מחדש ולנסות שוב.',
  ),
  companyCurrencyInUse: message(
    422,
    '{company} bills in {before} and can’t change to {given} yet. {obstacles} Resolve these first. You can also create another company that bills in {given} and assign the sites to it.',
    'החברה {company} מחייבת ב-{before} ועדיין לא ניתן לשנות ל-{given}. {obstacles} יש להסדיר זאת תחילה. אפשר גם ליצור חברה אחרת שמחייבת ב-{given} ולשייך אליה את האתרים.',
  ),
  priceListCurrency: message(
    422,
    'This price list is in {given}, but {company}, which bills {site}, bills in {billed}. Use a price list in {billed}.',
    'המחירון ב-{given}, אך החברה {company}, שמחייבת את {site}, מחייבת ב-{billed}. יש להשתמש במחירון ב-{billed}.',
  ),
  companyAdminRefused: message(
    422,
    '{email} isn’t a billing administrator, so you can’t assign a company to this account.',
    'החשבון {email} אינו מנהל חיוב, ולכן לא ניתן לשייך אליו חברה.',
  ),
  taxOverlaps: message(
    422,
    'The tax {name} has two rates on the same day. End one the day before the next one starts.',
    'למס {name} יש שני שיעורים באותו יום. יש לסיים את האחד ביום שלפני תחילת הבא.',
  ),
  ibanInvalid: message(
    422,
    '{given} isn’t a valid IBAN. Check the digits and enter it again.',
    '{given} אינו IBAN תקין. יש לבדוק את הספרות ולהזין שוב.',
  ),
  customerNumberTaken: message(
    409,
    'Customer number {number} is already used by another customer of this company.',
    'מספר הלקוח {number} כבר משמש לקוח אחר של החברה.',
  ),
  countryUnknown: message(
    422,
    '{given} isn’t an ISO country code.',
    '{given} אינו קוד ISO של מדינה.',
  ),
  currencyUnknown: message(
    422,
    '{given} isn’t an ISO currency code.',
    '{given} אינו קוד ISO של מטבע.',
  ),
  ledgerKeyReused: message(
    409,
    'The key {key} was already used for another booking. Use a new key.',
    'המפתח {key} כבר שימש לרישום אחר. יש להשתמש במפתח חדש.',
  ),
  currencyForeign: message(
    422,
    'This account uses {wanted}, not {given}. Amounts aren’t converted between currencies.',
    'חשבון זה מתנהל ב-{wanted} ולא ב-{given}. סכומים אינם מומרים בין מטבעות.',
  ),
  amountWrong: message(
    422,
    '{given} has too many decimals. {currency} allows up to {digits}.',
    'ב-{given} יש יותר מדי ספרות עשרוניות. ב-{currency} מותרות עד {digits}.',
  ),
  balanceShort: message(
    422,
    'The balance of {balance} {currency} is less than {amount}.',
    'היתרה, {balance} {currency}, קטנה מ-{amount}.',
  ),
  refundTooMuch: message(
    422,
    'You can refund up to {left} {currency} of this.',
    'אפשר להחזיר מכאן עד {left} {currency}.',
  ),
  refundWrittenOff: message(
    422,
    'Amounts written off can’t be refunded. You can refund up to {left} {currency}.',
    'סכומים שנמחקו אינם ניתנים להחזר. אפשר להחזיר עד {left} {currency}.',
  ),
  moneyBackUnpaid: message(
    422,
    'You can send back up to {left} {currency}, the part that was paid with money. Amounts paid by credit or still open can’t be sent back.',
    'אפשר להשיב עד {left} {currency}, החלק ששולם בכסף. סכומים ששולמו בזיכוי או שעדיין פתוחים אינם ניתנים להשבה.',
  ),
  chargeNotInvoiceable: message(
    422,
    'This customer can’t be invoiced now. {problems}',
    'לא ניתן להפיק כעת חשבונית ללקוח זה. {problems}',
  ),
  approvalChanged: message(
    409,
    'The request was for {asked} {currency}, but the amount is now {now} {currency}. Decline it and ask for a new request.',
    'הבקשה הייתה על {asked} {currency}, אך הסכום כעת הוא {now} {currency}. יש לדחות אותה ולבקש בקשה חדשה.',
  ),
  demandWaits: message(
    409,
    'A deposit request for this account is already waiting for second approval.',
    'בקשת פיקדון לחשבון זה כבר ממתינה לאישור שני.',
  ),
  refundWholeOnly: message(
    422,
    'The remaining {left} {currency} of this invoice can only be refunded in full, because a smaller amount can’t be split into net and tax.',
    'אפשר להחזיר את יתרת החשבונית, {left} {currency}, רק במלואה, כי לא ניתן לחלק סכום קטן יותר לנטו ולמס.',
  ),
  notRefundable: message(422, 'This can’t be refunded. {problem}', 'לא ניתן לבצע החזר. {problem}'),
  writeOffTooMuch: message(
    422,
    'The amount due is {owed} {currency}. You can’t write off more than that.',
    'הסכום לתשלום הוא {owed} {currency}. לא ניתן למחוק יותר מכך.',
  ),
  taxNumberInvalid: message(
    422,
    '{given} isn’t a valid tax number for {country}. {problem}',
    '{given} אינו מספר מס תקין של {country}. {problem}',
  ),
  billingProfileNeeded: message(
    422,
    'Complete the billing profile first.',
    'יש להשלים תחילה את פרופיל החיוב.',
  ),
  billingFieldNeeded: message(422, '{problem}', '{problem}'),
  depositBelowMinimum: message(
    422,
    'The minimum deposit is {minimum} {currency}.',
    'הפיקדון המינימלי הוא {minimum} {currency}.',
  ),
  chargeOrderLimit: message(
    409,
    'You have {max} deposit requests waiting for your transfer. Pay or cancel one first.',
    'יש לך {max} בקשות פיקדון שממתינות להעברה. יש לשלם או לבטל אחת תחילה.',
  ),
  chargeOrderEnded: message(
    409,
    'Deposit request {reference} can’t be changed. {problem}',
    'לא ניתן לשנות את בקשת הפיקדון {reference}. {problem}',
  ),
  depositUnavailable: message(
    422,
    'You can’t pay by bank transfer yet because {company} has no bank account here.',
    'עדיין לא ניתן לשלם בהעברה בנקאית, כי ל-{company} אין כאן חשבון בנק.',
  ),
  approvalDecided: message(
    409,
    'This request is already {state}.',
    'כבר התקבלה החלטה לגבי הבקשה: {state}.',
  ),
  approvalOwn: message(
    422,
    'You can’t approve your own request. Another person must approve it.',
    'לא ניתן לאשר בקשה של עצמך. נדרש אישור של אדם נוסף.',
  ),
} satisfies Messages;
