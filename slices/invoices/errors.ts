import { error } from '../../contract/declaredError.ts';

export const errors = {
  invoicingPeriodOpen: error(
    2850,
    422,
    '{period} of {company} can be invoiced from {from}, when the month is over at every site.',
    'אפשר להפיק חשבוניות לחודש {period} של {company} החל מ-{from}, כשהחודש יסתיים בכל האתרים.',
  ),
  invoicingRuns: error(
    2851,
    409,
    'Invoicing for {period} is already running. Wait for it, or stop it first.',
    'הפקת החשבוניות לחודש {period} כבר פועלת. אפשר להמתין לסיומה או לעצור אותה.',
  ),
  invoicingRunsNot: error(
    2852,
    409,
    'Invoicing for {period} isn’t running.',
    'הפקת החשבוניות לחודש {period} אינה פועלת.',
  ),
  invoiceNotIssued: error(
    2853,
    422,
    'The invoice for {period} isn’t issued yet, so it can’t be credited.',
    'החשבונית לחודש {period} טרם הופקה, ולכן לא ניתן לזכות אותה.',
  ),
  creditTooMuch: error(
    2854,
    422,
    'You can credit up to {left} {currency} of this line.',
    'אפשר לזכות עד {left} {currency} משורה זו.',
  ),
  invoiceNotHeld: error(
    2855,
    409,
    'The invoice for {period} isn’t blocked, so there is nothing to release.',
    'החשבונית לחודש {period} אינה חסומה, ולכן אין מה לשחרר.',
  ),
  noEInvoice: error(
    2860,
    422,
    '{number} can’t be issued as an e-invoice because it breaks these EN 16931 rules: {rules}. The page, PDF, and CSV are available.',
    'לא ניתן להפיק את {number} כחשבונית אלקטרונית, כי היא מפרה את כללי EN 16931 הבאים: {rules}. הדף, ה-PDF וה-CSV זמינים.',
  ),
  documentMailedOften: error(
    2890,
    429,
    '{number} was emailed {times} times in the last day. Download it, or try again tomorrow.',
    '{number} נשלח בדוא"ל {times} פעמים ביממה האחרונה. אפשר להוריד אותו או לנסות שוב מחר.',
  ),
  creditDiscountLine: error(
    2918,
    422,
    'You can’t credit a discount on its own. Credit the lines it applies to.',
    'לא ניתן לזכות הנחה בנפרד. יש לזכות את השורות שהיא חלה עליהן.',
  ),
  accountingNotConnected: error(
    2920,
    422,
    '{company} isn’t connected to an accounting service. Ask the root administrator to connect one under Companies.',
    '{company} לא מחוברת לשירות הנהלת חשבונות. אפשר לבקש ממנהל root לחבר שירות במסך "חברות".',
  ),
  documentHandedOver: error(
    2925,
    409,
    '{number} is already exported to the accounting service as {reference}.',
    '{number} כבר יוצא לשירות הנהלת החשבונות, כמסמך {reference}.',
  ),
  chargeNotInvoiceable: error(
    2968,
    422,
    'This customer can’t be invoiced now. {problems}',
    'לא ניתן להפיק כעת חשבונית ללקוח זה. {problems}',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  document: { en: 'document', he: 'מסמך' },
  invoice: { en: 'invoice', he: 'חשבונית' },
  line: { en: 'line', he: 'שורה' },
};
