import { type Messages, message } from './message.ts';

/** Of payments by card and PayPal. */
export const paymentMessages = {
  paymentNotConnected: message(
    422,
    'Cards and PayPal are not connected here, so nothing can be paid that way: pay by transfer.',
    'כרטיסים ו-PayPal אינם מחוברים כאן, ולכן לא ניתן לשלם כך: יש לשלם בהעברה.',
  ),
  paymentKeyReused: message(
    409,
    'The key {key} was used for another payment. Use a new key for a new payment.',
    'המפתח {key} כבר שימש לתשלום אחר. לתשלום חדש יש להשתמש במפתח חדש.',
  ),
  depositAboveMaximum: message(422, 'A payment is at most {maximum} {currency}.', 'תשלום הוא לכל היותר {maximum} {currency}.'),
  paymentProviderAway: message(
    503,
    '{provider} does not answer at the moment. Nothing is lost: the payment is looked at again by itself.',
    'הספק {provider} אינו משיב כרגע. דבר לא אבד: התשלום ייבדק שוב מעצמו.',
  ),
  paymentProviderRefused: message(422, '{provider} refuses: {problem}', 'הספק {provider} מסרב: {problem}'),
  signatureRefused: message(
    400,
    'This call is not signed by who may call here, or it was signed too long ago.',
    'הקריאה אינה חתומה בידי מי שרשאי לקרוא כאן, או שנחתמה לפני זמן רב מדי.',
  ),
  paymentSecretNeeded: message(
    422,
    'Give the key again: it is new, or the connection leads elsewhere now, and a kept key goes nowhere it was not given for.',
    'יש למסור את המפתח שוב: הוא חדש, או שהחיבור מוביל כעת למקום אחר, ומפתח שמור אינו נשלח למקום שלא נמסר עבורו.',
  ),
  paymentAddressRefused: message(422, '{address} cannot be asked: {problem}', 'לא ניתן לפנות אל {address}: {problem}'),
  paymentConnectionUsed: message(
    409,
    'Payments were made by {provider}, and their refunds still need it. Switch it off instead.',
    'בוצעו תשלומים דרך {provider}, וההחזרים שלהם עדיין נזקקים לו. יש לכבות אותו במקום זאת.',
  ),
  paymentMethodUnusable: message(422, 'Nothing can be charged: {problem}', 'לא ניתן לחייב: {problem}'),
  paymentOrderLimit: message(
    409,
    'There are {max} payments begun and not finished already. Finish or cancel one first.',
    'כבר יש {max} תשלומים שהתחילו ולא הסתיימו. יש לסיים או לבטל אחד מהם תחילה.',
  ),
  documentPaid: message(409, '{number} is paid already.', '{number} כבר שולם.'),
  openAmountChanged: message(
    409,
    '{open} {currency} is open now, not {given} {currency}. Look at it and pay again.',
    'כעת פתוחים {open} {currency} ולא {given} {currency}. יש לבדוק ולשלם שוב.',
  ),
  paymentOnItsWay: message(
    409,
    'A payment of {amount} {currency} is on its way already. Wait until it is through.',
    'תשלום של {amount} {currency} כבר בדרך. יש להמתין לסיומו.',
  ),
  nothingOwed: message(409, 'Nothing is owed.', 'אין חוב לתשלום.'),
} satisfies Messages;
