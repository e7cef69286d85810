import type { Language } from '../../../contract/languages.ts';
import type { Provider } from './connections.ts';

type Texts = Record<Language, string>;

/**
 * Why a payment is disputed, by the codes that the providers publish: `dispute_reason` of PayPal's
 * Customer Disputes API v1, and `reason` of Stripe's dispute object.
 */
const reasons: Record<Provider, Record<string, Texts>> = {
  paypal: {
    MERCHANDISE_OR_SERVICE_NOT_RECEIVED: {
      en: 'Goods or service not received',
      he: 'מוצר או שירות שלא התקבלו',
    },
    MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: {
      en: 'Goods or service not as described',
      he: 'מוצר או שירות שאינם כמתואר',
    },
    UNAUTHORISED: { en: 'Not authorized by the payer', he: 'תשלום שהמשלם לא אישר' },
    CREDIT_NOT_PROCESSED: { en: 'Refund not received', he: 'החזר שלא התקבל' },
    DUPLICATE_TRANSACTION: { en: 'Charged twice', he: 'חיוב כפול' },
    INCORRECT_AMOUNT: { en: 'Wrong amount charged', he: 'חיוב בסכום שגוי' },
    PAYMENT_BY_OTHER_MEANS: { en: 'Paid by other means', he: 'שולם באמצעי אחר' },
    CANCELED_RECURRING_BILLING: {
      en: 'Charged after the recurring payment was canceled',
      he: 'חיוב לאחר ביטול התשלום הקבוע',
    },
    PROBLEM_WITH_REMITTANCE: { en: 'Problem with the remittance', he: 'בעיה בהעברת הכסף' },
    OTHER: { en: 'Other reason', he: 'סיבה אחרת' },
  },
  stripe: {
    bank_cannot_process: {
      en: 'The bank can’t process the payment',
      he: 'הבנק אינו יכול לעבד את התשלום',
    },
    check_returned: { en: 'Check returned', he: 'המחאה שחזרה' },
    credit_not_processed: { en: 'Refund not received', he: 'החזר שלא התקבל' },
    customer_initiated: {
      en: 'Disputed by the customer, no details given',
      he: 'מחלוקת שפתח הלקוח, ללא פירוט',
    },
    debit_not_authorized: { en: 'Debit not authorized', he: 'חיוב חשבון שלא אושר' },
    duplicate: { en: 'Charged twice', he: 'חיוב כפול' },
    fraudulent: { en: 'Not authorized by the cardholder', he: 'תשלום שבעל הכרטיס לא אישר' },
    general: { en: 'No specific reason', he: 'ללא סיבה מסוימת' },
    incorrect_account_details: { en: 'Wrong account details', he: 'פרטי חשבון שגויים' },
    insufficient_funds: { en: 'Insufficient funds in the account', he: 'אין כיסוי מספיק בחשבון' },
    noncompliant: { en: 'Against the rules of the card network', he: 'בניגוד לכללי רשת הכרטיסים' },
    product_not_received: { en: 'Goods or service not received', he: 'מוצר או שירות שלא התקבלו' },
    product_unacceptable: {
      en: 'Goods or service defective or not as described',
      he: 'מוצר או שירות פגומים או שאינם כמתואר',
    },
    subscription_canceled: {
      en: 'Charged after the subscription was canceled',
      he: 'חיוב לאחר ביטול המינוי',
    },
    unrecognized: {
      en: 'The cardholder doesn’t recognize the payment',
      he: 'בעל הכרטיס אינו מזהה את התשלום',
    },
  },
};

/** A provider's dispute reason as text. Unpublished codes are returned unchanged. */
export function reasonInWords(provider: Provider, code: string): Texts {
  const known = reasons[provider];
  return (Object.hasOwn(known, code) ? known[code] : undefined) ?? { en: code, he: code };
}
