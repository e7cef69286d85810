import { title } from './title.ts';

/** Statistics of servers and their alerts. */
export const statisticsTitles = {
  getStatistics: title('View a server’s statistics', 'צפייה בסטטיסטיקה של שרת'),
  getStatisticsCsv: title('Export a server’s statistics', 'הורדת סטטיסטיקה של שרת'),
  getPartStatistics: title(
    'View statistics of a disk or network interface',
    'צפייה בסטטיסטיקה של דיסק או כרטיס רשת',
  ),
  getRuntime: title('View a server’s load', 'צפייה בעומס על שרת'),
  getServerPast: title('View a server at a point in time', 'צפייה במה שהיה שרת'),
  getUsage: title('View a server’s usage', 'צפייה בשימוש של שרת'),
  getUsageCsv: title('Export a server’s usage', 'הורדת השימוש של שרת'),
  listAlerts: title('View alerts', 'צפייה בהתראות'),
  getAlert: title('View an alert', 'צפייה בהתראה'),
  createAlert: title('Create an alert', 'יצירת התראה'),
  updateAlert: title('Update an alert', 'שינוי התראה'),
  deleteAlert: title('Delete an alert', 'מחיקת התראה'),
  acknowledgeAlert: title('Acknowledge an alert', 'אישור קבלת התראה'),
  testAlert: title('Test an alert', 'בדיקת התראה'),
  renewAlertSecret: title('Rotate an alert’s webhook secret', 'החלפת הסוד של קריאת הרשת'),
  listAlertEvents: title('View alert events', 'צפייה במה שהתראה הודיעה'),
  listAlertDeliveries: title('View webhook deliveries', 'צפייה במה שהתראה שלחה'),
};
