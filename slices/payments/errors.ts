import { error } from '../../contract/declaredError.ts';

export const errors = {
  paymentNotConnected: error(
    2822,
    422,
    'Card and PayPal payments aren’t available here. Pay by bank transfer.',
    'תשלום בכרטיס או ב-PayPal אינו זמין כאן. אפשר לשלם בהעברה בנקאית.',
  ),
  paymentKeyReused: error(
    2823,
    409,
    'The key {key} was already used for another payment. Use a new key.',
    'המפתח {key} כבר שימש לתשלום אחר. יש להשתמש במפתח חדש.',
  ),
  depositAboveMaximum: error(
    2824,
    422,
    'The maximum payment is {maximum} {currency}.',
    'התשלום המרבי הוא {maximum} {currency}.',
  ),
  paymentProviderAway: error(
    2825,
    503,
    '{provider} isn’t responding. Your payment is safe: we’ll check it again automatically.',
    '{provider} לא מגיב. התשלום שלך בטוח: נבדוק אותו שוב אוטומטית.',
  ),
  paymentProviderRefused: error(
    2826,
    422,
    '{provider} declined the request. {problem}',
    '‏{provider} דחה את הבקשה. {problem}',
  ),
  signatureRefused: error(
    2827,
    400,
    'The signature of this call is missing, wrong, or too old.',
    'החתימה של קריאה זו חסרה, שגויה או ישנה מדי.',
  ),
  paymentSecretNeeded: error(
    2828,
    422,
    'Enter the key again. A saved key is only sent to the address it was entered for.',
    'יש להזין שוב את המפתח. מפתח שמור נשלח רק לכתובת שעבורה הוזן.',
  ),
  paymentAddressRefused: error(
    2829,
    422,
    'You can’t use the address {address}. {problem}',
    'לא ניתן להשתמש בכתובת {address}. {problem}',
  ),
  paymentConnectionUsed: error(
    2830,
    409,
    'Payments were made through {provider}, and it’s still required for refunds. Disable it instead.',
    'בוצעו תשלומים דרך {provider}, והוא עדיין נדרש להחזרים. אפשר להשבית אותו במקום זאת.',
  ),
  paymentMethodUnusable: error(
    2831,
    422,
    'The payment method can’t be charged. {problem}',
    'לא ניתן לחייב את אמצעי התשלום. {problem}',
  ),
  paymentOrderLimit: error(
    2832,
    409,
    'You have {max} unfinished payments. Finish or cancel one first.',
    'יש לך {max} תשלומים שלא הושלמו. יש להשלים או לבטל אחד תחילה.',
  ),
  documentPaid: error(2891, 409, '{number} is already paid.', '{number} כבר שולם.'),
  openAmountChanged: error(
    2892,
    409,
    'The amount due is now {open} {currency}, not {given} {currency}. Review it and pay again.',
    'הסכום לתשלום הוא כעת {open} {currency} ולא {given} {currency}. יש לבדוק ולשלם שוב.',
  ),
  paymentOnItsWay: error(
    2893,
    409,
    'A payment of {amount} {currency} is being processed. Wait until it completes.',
    'תשלום של {amount} {currency} נמצא בעיבוד. יש להמתין לסיומו.',
  ),
  nothingOwed: error(2894, 409, 'There is no amount due.', 'אין סכום לתשלום.'),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  payment: { en: 'payment', he: 'תשלום' },
  'payment method': { en: 'payment method', he: 'אמצעי תשלום' },
};
