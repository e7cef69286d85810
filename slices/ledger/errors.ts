import { error } from '../../contract/declaredError.ts';

export const errors = {
  ledgerKeyReused: error(
    2808,
    409,
    'The key {key} was already used for another booking. Use a new key.',
    'המפתח {key} כבר שימש לרישום אחר. יש להשתמש במפתח חדש.',
  ),
  currencyForeign: error(
    2809,
    422,
    'This account uses {wanted}, not {given}. Amounts aren’t converted between currencies.',
    'חשבון זה מתנהל ב-{wanted} ולא ב-{given}. סכומים אינם מומרים בין מטבעות.',
  ),
  balanceShort: error(
    2811,
    422,
    'The balance of {balance} {currency} is less than {amount}.',
    'היתרה, {balance} {currency}, קטנה מ-{amount}.',
  ),
  refundTooMuch: error(
    2812,
    422,
    'You can refund up to {left} {currency} of this.',
    'אפשר להחזיר מכאן עד {left} {currency}.',
  ),
  notRefundable: error(
    2813,
    422,
    'This can’t be refunded. {problem}',
    'לא ניתן לבצע החזר. {problem}',
  ),
  writeOffTooMuch: error(
    2814,
    422,
    'The amount due is {owed} {currency}. You can’t write off more than that.',
    'הסכום לתשלום הוא {owed} {currency}. לא ניתן למחוק יותר מכך.',
  ),
  approvalDecided: error(
    2895,
    409,
    'This request is already {state}.',
    'כבר התקבלה החלטה לגבי הבקשה: {state}.',
  ),
  approvalOwn: error(
    2896,
    422,
    'You can’t approve your own request. Another person must approve it.',
    'לא ניתן לאשר בקשה של עצמך. נדרש אישור של אדם נוסף.',
  ),
  refundWrittenOff: error(
    2965,
    422,
    'Amounts written off can’t be refunded. You can refund up to {left} {currency}.',
    'סכומים שנמחקו אינם ניתנים להחזר. אפשר להחזיר עד {left} {currency}.',
  ),
  moneyBackUnpaid: error(
    2966,
    422,
    'You can send back up to {left} {currency}, the part that was paid with money. Amounts paid by credit or still open can’t be sent back.',
    'אפשר להשיב עד {left} {currency}, החלק ששולם בכסף. סכומים ששולמו בזיכוי או שעדיין פתוחים אינם ניתנים להשבה.',
  ),
  approvalChanged: error(
    2969,
    409,
    'The request was for {asked} {currency}, but the amount is now {now} {currency}. Decline it and ask for a new request.',
    'הבקשה הייתה על {asked} {currency}, אך הסכום כעת הוא {now} {currency}. יש לדחות אותה ולבקש בקשה חדשה.',
  ),
  refundWholeOnly: error(
    2996,
    422,
    'The remaining {left} {currency} of this invoice can only be refunded in full, because a smaller amount can’t be split into net and tax.',
    'אפשר להחזיר את יתרת החשבונית, {left} {currency}, רק במלואה, כי לא ניתן לחלק סכום קטן יותר לנטו ולמס.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  approval: { en: 'approval', he: 'אישור' },
  transaction: { en: 'transaction', he: 'תנועה' },
};
