import { title } from './title.ts';

/** Invoicing runs, invoices and their documents. */
export const invoiceTitles = {
  listInvoicing: title('View months to invoice', 'צפייה בחודשים לחיוב'),
  getInvoicing: title('View an invoicing run', 'צפייה בהפקת חשבוניות'),
  listInvoicingFaults: title('Validate a month before invoicing', 'בדיקת חודש לפני הפקת חשבוניות'),
  runInvoicing: title('Run invoicing', 'הפקת חשבוניות'),
  stopInvoicing: title('Stop invoicing', 'עצירת הפקת חשבוניות'),
  listInvoices: title('View a month’s invoices', 'צפייה בחשבוניות של חודש'),
  listDocuments: title('View a month’s documents', 'צפייה במסמכים של חודש'),
  getInvoiceStatus: title('View an invoice’s status', 'צפייה במצב חשבונית'),
  getInvoice: title(
    'View a customer’s invoice in an invoicing run',
    'צפייה בחשבונית של לקוח בהפקת חשבוניות',
  ),
  explainInvoiceLine: title('Explain an invoice line', 'הסבר שורה בחשבונית של לקוח'),
  getInvoiceLog: title('View an invoice’s log', 'צפייה ביומן חשבונית'),
  getFinansitPayload: title('View an accounting payload', 'צפייה במידע להנהלת חשבונות'),
  releaseInvoice: title('Release a blocked invoice', 'אישור חשבונית ממתינה'),
  creditInvoice: title('Issue a credit note', 'הפקת חשבונית זיכוי'),
  creditOneOff: title('Credit a one-time invoice', 'ביטול חשבונית שאינה של חודש'),
  previewCharge: title('Preview a charge', 'צפייה בסכום של חיוב'),
  recordCharge: title('Charge a customer', 'חיוב לקוח'),
  getCustomerInvoice: title('View a customer’s invoice', 'צפייה בחשבונית של לקוח'),
  explainCustomerInvoiceLine: title(
    'Explain a line of a customer’s invoice',
    'צפייה בחישוב של שורה בחשבונית של לקוח',
  ),
  checkPrintable: title('Check printable characters', 'בדיקת תווים להדפסה'),
  listOwnDocuments: title('View your documents', 'צפייה בחשבוניות'),
  listCustomerDocuments: title('View a customer’s documents', 'צפייה במסמכים של לקוח'),
  getOwnInvoice: title('View your invoice', 'צפייה בחשבונית'),
  explainOwnInvoiceLine: title('Explain a line of your invoice', 'הסבר שורה בחשבונית אישית'),
  mailOwnDocument: title('Email your document again', 'שליחה חוזרת של מסמך'),
  mailCustomerDocument: title('Email a customer’s document again', 'שליחה חוזרת של מסמך של לקוח'),
  downloadDocument: title('Download a document', 'הורדת מסמך'),
};
