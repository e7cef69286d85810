import { title } from './title.ts';

/** Usage reports. */
export const usageTitles = {
  listUsage: title('View usage', 'צפייה בשימוש'),
  downloadUsage: title('Export usage', 'הורדת שימוש'),
  shareUsage: title('Create a usage report link', 'יצירת קישור לדוח שימוש'),
  withdrawUsageLinks: title('Revoke usage report links', 'ביטול כתובות של דוחות שימוש'),
  mailUsage: title('Email a usage report', 'שליחת דוח שימוש בדוא"ל'),
  fetchSharedUsage: title('Download a shared usage report', 'הורדת דוח שימוש משותף'),
};
