import { error } from '../../contract/declaredError.ts';

export const errors = {
  consoleTicketInvalid: error(
    1500,
    403,
    'This console link has expired or was already used. Open the console again.',
    'פג תוקף הקישור לקונסולה או שכבר נעשה בו שימוש. יש לפתוח את הקונסולה מחדש.',
  ),
  consoleUnavailable: error(1501, 422, '{problem}', '{problem}'),
  guacdAway: error(
    2600,
    503,
    'RDP and VNC into the guest require guacd on the portal’s machine, and {address} isn’t responding. Install it (on Debian: apt-get install guacd libguac-client-rdp0 libguac-client-vnc0; elsewhere run the container image guacamole/guacd on the host network), or set its port in Settings, consoles.guacdPort.',
    'חיבור RDP ו-VNC אל תוך השרת דורש את guacd במכונה של הפורטל, והכתובת {address} לא מגיבה. יש להתקין אותו (ב-Debian: ‏apt-get install guacd libguac-client-rdp0 libguac-client-vnc0; במערכות אחרות אפשר להריץ את guacamole/guacd ברשת המארח), או להגדיר את הפורט בהגדרות, consoles.guacdPort.',
  ),
  consoleSignedOut: error(
    2601,
    401,
    'The session this console was opened from has ended.',
    'ההתחברות שממנה נפתחה הקונסולה הסתיימה.',
  ),
  consoleRightGone: error(
    2602,
    403,
    'You no longer have access to this console.',
    'אין לך יותר גישה לקונסולה זו.',
  ),
  consoleIdle: error(
    2603,
    403,
    'The console was closed after {minutes} minutes without input.',
    'הקונסולה נסגרה לאחר {minutes} דקות ללא הקלדה.',
  ),
  consoleLimit: error(
    2604,
    429,
    'You can open up to {max} consoles at a time. Close one first.',
    'אפשר לפתוח עד {max} קונסולות בו-זמנית. יש לסגור אחת תחילה.',
  ),
  guestPortSilent: error(
    2605,
    422,
    'Port {port} of {name} isn’t responding. {problem}',
    'פורט {port} של {name} לא מגיב. {problem}',
  ),
  sshRefused: error(
    2606,
    422,
    'The server rejected the sign-in as {user}. Check the username and the password or key.',
    'השרת דחה את הכניסה של {user}. יש לבדוק את שם המשתמש ואת הסיסמה או המפתח.',
  ),
  sshKeyUnreadable: error(
    2607,
    400,
    'We couldn’t read the private key. {problem}',
    'לא ניתן לקרוא את המפתח הפרטי. {problem}',
  ),
  sshHostKeyChanged: error(
    2608,
    409,
    'The server’s host key has changed (now {fingerprint}). If you reinstalled the server, delete the saved key and connect again. Otherwise, the connection might be intercepted.',
    'מפתח המארח של השרת השתנה (כעת {fingerprint}). אם השרת הותקן מחדש, יש למחוק את המפתח השמור ולהתחבר שוב. אחרת, ייתכן שמישהו מיירט את החיבור.',
  ),
  sshFailed: error(
    2609,
    422,
    'The SSH connection ended. {problem}',
    'חיבור ה-SSH הסתיים. {problem}',
  ),
  desktopFailed: error(
    2610,
    422,
    'The remote desktop connection ended. {problem}',
    'החיבור לשולחן העבודה המרוחק הסתיים. {problem}',
  ),
  recordingFailed: error(
    2611,
    503,
    'This console must be recorded, but the recording can’t be saved. Contact your provider.',
    'חובה להקליט קונסולה זו, אך לא ניתן לשמור את ההקלטה. יש לפנות לספק.',
  ),
  recordingGone: error(2612, 404, 'The file of this recording is missing.', 'קובץ ההקלטה חסר.'),
  recordingRunning: error(
    2613,
    409,
    'This console is still being recorded. Close it first.',
    'הקונסולה עדיין מוקלטת. יש לסגור אותה תחילה.',
  ),
  recordingFull: error(
    2614,
    422,
    'The recording has reached its limit of {max} MB. Open the console again.',
    'ההקלטה הגיעה למכסה של {max} MB. יש לפתוח את הקונסולה מחדש.',
  ),
  consoleServerOff: error(2615, 422, 'The server is off.', 'השרת כבוי.'),
  consoleKeyEnded: error(
    2616,
    401,
    'The API key this console was opened with no longer works.',
    'מפתח ה-API שבאמצעותו נפתחה הקונסולה אינו פעיל יותר.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  'host key': { en: 'host key', he: 'מפתח מארח' },
  recording: { en: 'recording', he: 'הקלטה' },
};
