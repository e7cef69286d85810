import { type Messages, message } from './message.ts';

/** Of invoicing runs, invoices and credit notes. */
export const invoiceMessages = {
  invoicingPeriodOpen: message(
    422,
    'The month {period} of {company} can be invoiced from {from}: it must be over at every site first.',
    'ניתן להפיק חשבוניות לחודש {period} של {company} החל מ-{from}: עליו להסתיים תחילה בכל אתר.',
  ),
  invoicingRuns: message(
    409,
    'The month {period} is being invoiced already. Watch that run, or stop it first.',
    'הפקת החשבוניות לחודש {period} כבר מתבצעת. יש לעקוב אחריה או לעצור אותה תחילה.',
  ),
  invoicingRunsNot: message(409, 'The month {period} is not being invoiced now.', 'הפקת החשבוניות לחודש {period} אינה מתבצעת כעת.'),
  invoiceNotIssued: message(
    422,
    'The invoice of {period} is not issued yet: there is nothing to take back.',
    'החשבונית לחודש {period} טרם הופקה: אין מה לזכות.',
  ),
  creditTooMuch: message(
    422,
    'At most {left} {currency} of this line can still be taken back.',
    'ניתן לזכות משורה זו עוד {left} {currency} לכל היותר.',
  ),
  invoiceNotHeld: message(409, 'The invoice of {period} does not wait to be let through.', 'החשבונית לחודש {period} אינה ממתינה לאישור.'),
  noEInvoice: message(
    422,
    '{number} cannot be an e-invoice. Rules of EN 16931 that it breaks: {rules}. Page, PDF and CSV are there.',
    'לא ניתן להפיק חשבונית אלקטרונית עבור {number}. כללי EN 16931 שאינם מתקיימים: {rules}. הדף, ה-PDF וה-CSV זמינים.',
  ),
  documentMailedOften: message(
    429,
    '{number} was mailed {times} times in the last day. Download it, or try again tomorrow.',
    '{number} נשלח בדואר {times} פעמים ביממה האחרונה. אפשר להוריד אותו או לנסות שוב מחר.',
  ),
} satisfies Messages;
