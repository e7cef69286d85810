import { title } from './title.ts';

/** Invoicing runs, invoices and their documents. */
export const invoiceTitles = {
  listInvoicing: title('See months to invoice', 'צפייה בחודשים לחיוב'),
  getInvoicing: title('See an invoicing run', 'צפייה בהפקת חשבוניות'),
  listInvoicingFaults: title('Check a month before invoicing', 'בדיקת חודש לפני הפקת חשבוניות'),
  runInvoicing: title('Run invoicing', 'הפקת חשבוניות'),
  stopInvoicing: title('Stop invoicing', 'עצירת הפקת חשבוניות'),
  listInvoices: title('See invoices of a month', 'צפייה בחשבוניות של חודש'),
  listDocuments: title('See documents of a month', 'צפייה במסמכים של חודש'),
  getInvoiceStatus: title('See how far an invoice is', 'צפייה במצב חשבונית'),
  getInvoice: title('See a customer’s invoice', 'צפייה בחשבונית של לקוח'),
  explainInvoiceLine: title('Explain a line of an invoice', 'הסבר שורה בחשבונית של לקוח'),
  getInvoiceLog: title('See the log of an invoice', 'צפייה ביומן חשבונית'),
  getFinansitPayload: title('See what accounting is sent', 'צפייה במידע להנהלת חשבונות'),
  releaseInvoice: title('Let an invoice through', 'אישור חשבונית ממתינה'),
  creditInvoice: title('Make a credit note', 'הפקת חשבונית זיכוי'),
  creditLateFee: title('Take a late fee back', 'ביטול דמי פיגור'),
  listOwnDocuments: title('See one’s invoices', 'צפייה בחשבוניות'),
  listCustomerDocuments: title('See a customer’s documents', 'צפייה במסמכים של לקוח'),
  getOwnInvoice: title('See one’s invoice', 'צפייה בחשבונית'),
  explainOwnInvoiceLine: title('Explain a line of one’s invoice', 'הסבר שורה בחשבונית אישית'),
  mailOwnDocument: title('Mail one’s document again', 'שליחה חוזרת של מסמך'),
  mailCustomerDocument: title('Mail a customer’s document again', 'שליחה חוזרת של מסמך של לקוח'),
  downloadDocument: title('Download a document', 'הורדת מסמך'),
};
