import { type Messages, message } from './message.ts';

/** Of consoles and recordings. */
export const consolesMessages = {
  consoleTicketInvalid: message(
    403,
    'This console link was used already or is too old. Open the console again.',
    'קישור הקונסולה כבר נוצל או שפג תוקפו. יש לפתוח את הקונסולה מחדש.',
  ),
  consoleUnavailable: message(422, '{problem}', '{problem}'),
  guacdAway: message(
    503,
    'RDP and VNC into the guest need the program guacd on the machine of the portal, and nothing answers at {address}. Install it (on Debian: apt-get install guacd libguac-client-rdp0 libguac-client-vnc0; releases without that package run the container image guacamole/guacd with the network of the host), or say under Settings, consoles.guacdPort, where it listens.',
    'RDP ו-VNC אל תוך השרת זקוקים לתוכנה guacd במכונה של הפורטל, ואיש אינו עונה בכתובת {address}. יש להתקין אותה (ב-Debian: ‏apt-get install guacd libguac-client-rdp0 libguac-client-vnc0; במהדורות ללא חבילה זו מריצים את הדימוי guacamole/guacd ברשת המארח), או לציין בהגדרות, consoles.guacdPort, היכן היא מאזינה.',
  ),
  consoleSignedOut: message(401, 'The session it was opened from has ended.', 'ההפעלה שממנה נפתחה הקונסולה הסתיימה.'),
  consoleKeyEnded: message(401, 'The API key it was opened with no longer works.', 'מפתח ה-API שבו נפתחה הקונסולה אינו פועל עוד.'),
  consoleRightGone: message(403, 'You may no longer use this console.', 'אין עוד הרשאה להשתמש בקונסולה זו.'),
  consoleIdle: message(403, 'Nothing was typed for {minutes} minutes.', 'לא הוקלד דבר במשך {minutes} דקות.'),
  consoleLimit: message(
    429,
    'At most {max} consoles can be open at once. Close one first.',
    'ניתן לפתוח לכל היותר {max} קונסולות בו זמנית. יש לסגור אחת תחילה.',
  ),
  guestPortSilent: message(422, 'Nothing answers at port {port} of {name}: {problem}', 'אין מענה בפורט {port} של {name}: {problem}'),
  sshRefused: message(
    422,
    'The server did not let {user} in. Check the user name, and the password or key.',
    'השרת לא הכניס את {user}. יש לבדוק את שם המשתמש ואת הסיסמה או המפתח.',
  ),
  sshKeyUnreadable: message(400, 'The private key cannot be read: {problem}', 'לא ניתן לקרוא את המפתח הפרטי: {problem}'),
  sshHostKeyChanged: message(
    409,
    'The server shows another key ({fingerprint}) than the one it was known by. If it was installed anew, forget the old key and connect again; if not, somebody may stand in between.',
    'השרת מציג מפתח אחר ({fingerprint}) מזה שבו הוכר. אם הותקן מחדש, יש לשכוח את המפתח הישן ולהתחבר שוב; אם לא, ייתכן שמישהו עומד באמצע.',
  ),
  sshFailed: message(422, 'SSH ended: {problem}', 'ה-SSH הסתיים: {problem}'),
  desktopFailed: message(422, 'The desktop ended: {problem}', 'שולחן העבודה הסתיים: {problem}'),
  recordingFailed: message(
    503,
    'This console must be recorded, and the recording cannot be written. Ask your provider.',
    'חובה להקליט קונסולה זו, ולא ניתן לכתוב את ההקלטה. יש לפנות לספק.',
  ),
  recordingGone: message(404, 'The file of this recording is not there.', 'קובץ ההקלטה אינו נמצא.'),
  recordingRunning: message(
    409,
    'This console is still being recorded. Wait until it is closed.',
    'קונסולה זו עדיין מוקלטת. יש להמתין עד שתיסגר.',
  ),
  recordingFull: message(
    422,
    'The recording is full ({max} MB). Open the console again.',
    'ההקלטה מלאה ({max} MB). יש לפתוח את הקונסולה מחדש.',
  ),
  consoleServerOff: message(422, 'The server is off.', 'השרת כבוי.'),
} satisfies Messages;
