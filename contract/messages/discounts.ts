import { type Messages, message } from './message.ts';

/** Of discounts and codes. */
export const discountMessages = {
  discountLimit: message(
    409,
    'A customer has at most {max} discounts. Remove one that is over first.',
    'ללקוח {max} הנחות לכל היותר. יש להסיר תחילה הנחה שהסתיימה.',
  ),
  promoUnknown: message(422, 'There is no code {code} here.', 'אין כאן קוד {code}.'),
  promoNotOpen: message(
    422,
    'The code {code} cannot be redeemed now: it has ended or has not begun.',
    'לא ניתן לממש כעת את הקוד {code}: תוקפו פג או טרם החל.',
  ),
  promoRedeemed: message(
    409,
    'The code {code} was redeemed already; it can be redeemed once.',
    'הקוד {code} כבר מומש; ניתן לממשו פעם אחת.',
  ),
  promoUsedUp: message(409, 'The code {code} was redeemed as often as it can be.', 'הקוד {code} מומש עד תום.'),
  paidByOther: message(
    422,
    'Another account pays for this one, so it has no invoices of its own: payments, discounts and codes belong to that account.',
    'חשבון אחר משלם עבור חשבון זה ולכן אין לו חשבוניות משלו: תשלומים, הנחות וקודים שייכים לחשבון המשלם.',
  ),
  promoCodeTaken: message(409, 'The company has a code {code} already.', 'לחברה כבר יש קוד {code}.'),
  promoLimit: message(409, 'A company has at most {max} codes.', 'לחברה {max} קודים לכל היותר.'),
  creditDiscountLine: message(
    422,
    'A discount is not taken back by itself: it goes with the lines it was taken off.',
    'הנחה אינה מזוכה בפני עצמה: היא נזקפת עם השורות שמהן הופחתה.',
  ),
} satisfies Messages;
