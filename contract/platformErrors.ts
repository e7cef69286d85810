import { error } from './declaredError.ts';

/** Errors of all calls, and of what the platform does for every slice. */
export const errors = {
  notLoggedIn: error(20, 401, 'You are not logged in.', 'לא נכנסת למערכת.'),
  notLoggedInAnymore: error(24, 401, 'You are not logged in.', 'לא נכנסת למערכת.'),
  ipChanged: error(
    56,
    401,
    'User logged off, new IP address detected.',
    'המשתמש נותק, זוהתה כתובת IP חדשה.',
  ),
  userDisconnected: error(57, 401, 'You were signed out.', 'נותקת מהמערכת.'),
  csrf: error(
    58,
    401,
    'This page is out of date. Reload it.',
    'הדף אינו עדכני. יש לטעון אותו מחדש.',
  ),
  inputInvalid: error(1000, 400, '{problem}', '{problem}'),
  notFound: error(1001, 404, 'There is no {what} {id}.', 'לא נמצא: {what} {id}.'),
  notAllowed: error(
    1002,
    403,
    'You don’t have access to this. It requires the permission {permission}.',
    'אין לך גישה לפעולה זו. נדרשת ההרשאה {permission}.',
  ),
  conflict: error(1003, 409, '{problem}', '{problem}'),
  methodNotAllowed: error(
    1004,
    405,
    'The method {method} isn’t available here. Available: {allowed}.',
    'השיטה {method} אינה זמינה כאן. זמינות: {allowed}.',
  ),
  mediaType: error(
    1005,
    415,
    'The content type {given} isn’t supported. Send application/json.',
    'סוג התוכן {given} אינו נתמך. יש לשלוח application/json.',
  ),
  bodyTooLarge: error(
    1006,
    413,
    'The request is too large. The limit is {max} bytes.',
    'הבקשה גדולה מדי. המגבלה היא {max} בתים.',
  ),
  idempotencyKeyReused: error(
    1007,
    409,
    'The idempotency key {key} was already used for another request. Use a new key.',
    'מפתח האידמפוטנטיות {key} כבר שימש לבקשה אחרת. יש להשתמש במפתח חדש.',
  ),
  slowDown: error(
    1008,
    429,
    'Too many requests. Try again in {seconds} seconds.',
    'יותר מדי בקשות. אפשר לנסות שוב בעוד {seconds} שניות.',
  ),
  engineAway: error(
    1009,
    503,
    'We can’t reach {datacenter} right now. {problem}',
    'לא ניתן להתחבר כעת אל {datacenter}. {problem}',
  ),
  internal: error(
    1010,
    500,
    'Something went wrong on our side. If you contact support, mention {requestId}.',
    'משהו השתבש אצלנו. בפנייה לתמיכה יש לציין את {requestId}.',
  ),
  unavailable: error(
    1011,
    503,
    'The portal can’t reach its database right now. Try again in a moment.',
    'הפורטל לא מצליח להתחבר כעת למסד הנתונים. אפשר לנסות שוב בעוד רגע.',
  ),
  routeUnknown: error(
    1012,
    404,
    'There is no API call {method} {path}.',
    'אין קריאת API‏ {method} {path}.',
  ),
  requestMalformed: error(
    1013,
    400,
    'We couldn’t read the request. {problem}',
    'לא ניתן לקרוא את הבקשה. {problem}',
  ),
  crossSite: error(
    1014,
    403,
    'This call can’t be made from another site.',
    'לא ניתן לבצע קריאה זו מאתר אחר.',
  ),
  diskFull: error(
    1015,
    507,
    'The system is out of disk space, so your change was not saved. Try again later, or contact support.',
    'לא נותר מקום פנוי בדיסק של המערכת, ולכן השינוי לא נשמר. אפשר לנסות שוב מאוחר יותר או לפנות לתמיכה.',
  ),
  diskReserveReached: error(
    1016,
    507,
    'The system is low on disk space, so nothing that takes up space can be created right now. Try again later, or contact support.',
    'נותר מעט מקום פנוי בדיסק של המערכת, ולכן לא ניתן ליצור כרגע דבר שתופס מקום. אפשר לנסות שוב מאוחר יותר או לפנות לתמיכה.',
  ),
  memoryFull: error(
    1017,
    503,
    'The system is out of memory right now. Try again in a few seconds.',
    'למערכת אין כרגע זיכרון פנוי. אפשר לנסות שוב בעוד כמה שניות.',
  ),
  databaseBusy: error(
    1018,
    503,
    'The database has no free connections right now. Try again in a few seconds.',
    'למסד הנתונים אין כרגע חיבורים פנויים. אפשר לנסות שוב בעוד כמה שניות.',
  ),
  filesExhausted: error(
    1019,
    503,
    'The system has too many open files and connections right now. Try again in a few seconds.',
    'למערכת יש כרגע יותר מדי קבצים וחיבורים פתוחים. אפשר לנסות שוב בעוד כמה שניות.',
  ),
  settingInvalid: error(
    1700,
    422,
    'The setting {setting} can’t be {given}. {problem}',
    'ההגדרה {setting} אינה יכולה להיות {given}. {problem}',
  ),
  settingNotAllowed: error(
    1701,
    403,
    'You can’t change the setting {setting}. It can be changed by: {who}.',
    'אין באפשרותך לשנות את ההגדרה {setting}. מי שיכול לשנות אותה: {who}.',
  ),
  rightMissing: error(
    2000,
    403,
    'This requires the permission {right} on {name}. Its owner or an administrator can grant it.',
    'לפעולה זו נדרשת ההרשאה {right} על {name}. הבעלים או מנהל המערכת יכולים להעניק אותה.',
  ),
  lockedByParent: error(
    2001,
    403,
    'Your account is locked by its parent account, so it’s read-only. The parent account can unlock it.',
    'החשבון נעול על ידי חשבון האב ופתוח לצפייה בלבד. חשבון האב יכול לבטל את הנעילה.',
  ),
  amountWrong: error(
    2810,
    422,
    '{given} has too many decimals. {currency} allows up to {digits}.',
    'ב-{given} יש יותר מדי ספרות עשרוניות. ב-{currency} מותרות עד {digits}.',
  ),
  headersTooLarge: error(
    2990,
    431,
    'The request headers are too large. The limit is {max} bytes.',
    'כותרות הבקשה גדולות מדי. המגבלה היא {max} בתים.',
  ),
  requestTooSlow: error(
    2991,
    408,
    'The request timed out. Send it again.',
    'פג הזמן לקבלת הבקשה. יש לשלוח אותה שוב.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  connection: { en: 'connection', he: 'חיבור' },
  setting: { en: 'setting', he: 'הגדרה' },
};
