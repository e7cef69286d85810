import { title } from './title.ts';

/** What servers did over time, and who is told of it. */
export const statisticsTitles = {
  readStatistics: title('See a server’s statistics', 'צפייה בסטטיסטיקה של שרת'),
  readStatisticsCsv: title('Download a server’s statistics', 'הורדת סטטיסטיקה של שרת'),
  readPartStatistics: title('See statistics of a disk or network card', 'צפייה בסטטיסטיקה של דיסק או כרטיס רשת'),
  readRuntime: title('See a server’s load', 'צפייה בעומס על שרת'),
  readServerPast: title('See what a server was', 'צפייה במה שהיה שרת'),
  readUsage: title('See what a server used', 'צפייה בשימוש של שרת'),
  readUsageCsv: title('Download what a server used', 'הורדת השימוש של שרת'),
  listAlerts: title('See alerts', 'צפייה בהתראות'),
  getAlert: title('See an alert', 'צפייה בהתראה'),
  createAlert: title('Create an alert', 'יצירת התראה'),
  changeAlert: title('Change an alert', 'שינוי התראה'),
  removeAlert: title('Delete an alert', 'מחיקת התראה'),
  acknowledgeAlert: title('Acknowledge an alert', 'אישור קבלת התראה'),
  testAlert: title('Test an alert', 'בדיקת התראה'),
  renewAlertSecret: title('Give an alert’s webhook another secret', 'החלפת הסוד של קריאת הרשת'),
  listAlertEvents: title('See what an alert told', 'צפייה במה שהתראה הודיעה'),
  listAlertDeliveries: title('See what an alert sent', 'צפייה במה שהתראה שלחה'),
};
