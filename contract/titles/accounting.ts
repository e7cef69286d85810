import { title } from './title.ts';

/** The hand-over of documents to an accounting service. */
export const accountingTitles = {
  getAccountingConnection: title('See the accounting service of a company', 'צפייה בשירות הנהלת החשבונות של חברה'),
  saveAccountingConnection: title('Connect an accounting service', 'חיבור שירות הנהלת חשבונות'),
  removeAccountingConnection: title('Forget an accounting service', 'הסרת שירות הנהלת חשבונות'),
  tryAccountingConnection: title('Try an accounting service', 'בדיקת שירות הנהלת חשבונות'),
  getHandOver: title('See how a month was handed over', 'צפייה במסירת חודש להנהלת החשבונות'),
  handOverMonth: title('Hand over a month to accounting', 'מסירת חודש להנהלת החשבונות'),
  handOverDocument: title('Hand over a document to accounting', 'מסירת מסמך להנהלת החשבונות'),
};
