import { type Messages, message } from './message.ts';

/** Consoles and recordings. */
export const consolesMessages = {
  consoleTicketInvalid: message(
    403,
    'This console link has expired or was already used. Open the console again.',
    'פג תוקף הקישור לקונסולה או שכבר נעשה בו שימוש. יש לפתוח את הקונסולה מחדש.',
  ),
  consoleUnavailable: message(422, '{problem}', '{problem}'),
  guacdAway: message(
    503,
    'RDP and VNC into the guest require guacd on the portal’s machine, and {address} isn’t responding. Install it (on Debian: apt-get install guacd libguac-client-rdp0 libguac-client-vnc0; elsewhere run the container image guacamole/guacd on the host network), or set its port in Settings, consoles.guacdPort.',
    'חיבור RDP ו-VNC אל תוך השרת דורש את guacd במכונה של הפורטל, והכתובת {address} לא מגיבה. יש להתקין אותו (ב-Debian: ‏apt-get install guacd libguac-client-rdp0 libguac-client-vnc0; במערכות אחרות אפשר להריץ את guacamole/guacd ברשת המארח), או להגדיר את הפורט בהגדרות, consoles.guacdPort.',
  ),
  consoleSignedOut: message(
    401,
    'The session this console was opened from has ended.',
    'ההתחברות שממנה נפתחה הקונסולה הסתיימה.',
  ),
  consoleKeyEnded: message(
    401,
    'The API key this console was opened with no longer works.',
    'מפתח ה-API שבאמצעותו נפתחה הקונסולה אינו פעיל יותר.',
  ),
  consoleRightGone: message(
    403,
    'You no longer have access to this console.',
    'אין לך יותר גישה לקונסולה זו.',
  ),
  consoleIdle: message(
    403,
    'The console was closed after {minutes} minutes without input.',
    'הקונסולה נסגרה לאחר {minutes} דקות ללא הקלדה.',
  ),
  consoleLimit: message(
    429,
    'You can open up to {max} consoles at a time. Close one first.',
    'אפשר לפתוח עד {max} קונסולות בו-זמנית. יש לסגור אחת תחילה.',
  ),
  guestPortSilent: message(
    422,
    'Port {port} of {name} isn’t responding. {problem}',
    'פורט {port} של {name} לא מגיב. {problem}',
  ),
  sshRefused: message(
    422,
    'The server rejected the sign-in as {user}. Check the username and the password or key.',
    'השרת דחה את הכניסה של {user}. יש לבדוק את שם המשתמש ואת הסיסמה או המפתח.',
  ),
  sshKeyUnreadable: message(
    400,
    'We couldn’t read the private key. {problem}',
    'לא ניתן לקרוא את המפתח הפרטי. {problem}',
  ),
  sshHostKeyChanged: message(
    409,
    'The server’s host key has changed (now {fingerprint}). If you reinstalled the server, delete the saved key and connect again. Otherwise, the connection might be intercepted.',
    'מפתח המארח של השרת השתנה (כעת {fingerprint}). אם השרת הותקן מחדש, יש למחוק את המפתח השמור ולהתחבר שוב. אחרת, ייתכן שמישהו מיירט את החיבור.',
  ),
  sshFailed: message(422, 'The SSH connection ended. {problem}', 'חיבור ה-SSH הסתיים. {problem}'),
  desktopFailed: message(
    422,
    'The remote desktop connection ended. {problem}',
    'החיבור לשולחן העבודה המרוחק הסתיים. {problem}',
  ),
  recordingFailed: message(
    503,
    'This console must be recorded, but the recording can’t be saved. Contact your provider.',
    'חובה להקליט קונסולה זו, אך לא ניתן לשמור את ההקלטה. יש לפנות לספק.',
  ),
  recordingGone: message(404, 'The file of this recording is missing.', 'קובץ ההקלטה חסר.'),
  recordingRunning: message(
    409,
    'This console is still being recorded. Close it first.',
    'הקונסולה עדיין מוקלטת. יש לסגור אותה תחילה.',
  ),
  recordingFull: message(
    422,
    'The recording has reached its limit of {max} MB. Open the console again.',
    'ההקלטה הגיעה למכסה של {max} MB. יש לפתוח את הקונסולה מחדש.',
  ),
  consoleServerOff: message(422, 'The server is off.', 'השרת כבוי.'),
} satisfies Messages;
