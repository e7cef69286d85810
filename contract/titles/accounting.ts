import { title } from './title.ts';

/** The hand-over of documents to an accounting service. */
export const accountingTitles = {
  getAccountingConnection: title(
    'View a company’s accounting service',
    'צפייה בשירות הנהלת החשבונות של חברה',
  ),
  saveAccountingConnection: title('Connect an accounting service', 'חיבור שירות הנהלת חשבונות'),
  deleteAccountingConnection: title('Disconnect an accounting service', 'הסרת שירות הנהלת חשבונות'),
  tryAccountingConnection: title('Test an accounting service', 'בדיקת שירות הנהלת חשבונות'),
  getHandOver: title('View accounting export', 'צפייה בייצוא להנהלת החשבונות'),
  handOverMonth: title('Export a month to accounting', 'ייצוא חודש להנהלת החשבונות'),
  handOverDocument: title('Export a document to accounting', 'ייצוא מסמך להנהלת החשבונות'),
};
