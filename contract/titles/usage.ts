import { title } from './title.ts';

/** Usage reports. */
export const usageTitles = {
  listUsage: title('See usage', 'צפייה בשימוש'),
  downloadUsage: title('Download usage', 'הורדת שימוש'),
  shareUsage: title('Make an address of a usage report', 'יצירת כתובת לדוח שימוש'),
  withdrawUsageLinks: title('End addresses of usage reports', 'ביטול כתובות של דוחות שימוש'),
  mailUsage: title('Send a usage report by mail', 'שליחת דוח שימוש בדואר'),
  fetchSharedUsage: title('Fetch a usage report by its address', 'הורדת דוח שימוש לפי כתובתו'),
};
