import { type Messages, message } from './message.ts';

/** All calls, tasks, prices and settings. */
export const platformMessages = {
  inputInvalid: message(400, '{problem}', '{problem}'),
  notFound: message(404, 'There is no {what} {id}.', 'לא נמצא: {what} {id}.'),
  notAllowed: message(
    403,
    'You don’t have access to this. It requires the permission {permission}.',
    'אין לך גישה לפעולה זו. נדרשת ההרשאה {permission}.',
  ),
  conflict: message(409, '{problem}', '{problem}'),
  metricsTokenRequired: message(
    403,
    'Metrics require the metrics token. Send it as a Bearer token in the Authorization header.',
    'קריאת המדדים דורשת את טוקן המדדים. יש לשלוח אותו כ-Bearer בכותרת Authorization.',
  ),
  methodNotAllowed: message(
    405,
    'The method {method} isn’t available here. Available: {allowed}.',
    'השיטה {method} אינה זמינה כאן. זמינות: {allowed}.',
  ),
  mediaType: message(
    415,
    'The content type {given} isn’t supported. Send application/json.',
    'סוג התוכן {given} אינו נתמך. יש לשלוח application/json.',
  ),
  bodyTooLarge: message(
    413,
    'The request is too large. The limit is {max} bytes.',
    'הבקשה גדולה מדי. המגבלה היא {max} בתים.',
  ),
  headersTooLarge: message(
    431,
    'The request headers are too large. The limit is {max} bytes.',
    'כותרות הבקשה גדולות מדי. המגבלה היא {max} בתים.',
  ),
  requestTooSlow: message(
    408,
    'The request timed out. Send it again.',
    'פג הזמן לקבלת הבקשה. יש לשלוח אותה שוב.',
  ),
  idempotencyKeyReused: message(
    409,
    'The idempotency key {key} was already used for another request. Use a new key.',
    'מפתח האידמפוטנטיות {key} כבר שימש לבקשה אחרת. יש להשתמש במפתח חדש.',
  ),
  slowDown: message(
    429,
    'Too many requests. Try again in {seconds} seconds.',
    'יותר מדי בקשות. אפשר לנסות שוב בעוד {seconds} שניות.',
  ),
  engineAway: message(
    503,
    'We can’t reach {datacenter} right now. {problem}',
    'לא ניתן להתחבר כעת אל {datacenter}. {problem}',
  ),
  internal: message(
    500,
    'Something went wrong on our side. If you contact support, mention {requestId}.',
    'משהו השתבש אצלנו. בפנייה לתמיכה יש לציין את {requestId}.',
  ),
  unavailable: message(
    503,
    'The portal can’t reach its database right now. Try again in a moment.',
    'הפורטל לא מצליח להתחבר כעת למסד הנתונים. אפשר לנסות שוב בעוד רגע.',
  ),
  diskFull: message(
    507,
    'The system is out of disk space, so your change was not saved. Try again later, or contact support.',
    'לא נותר מקום פנוי בדיסק של המערכת, ולכן השינוי לא נשמר. אפשר לנסות שוב מאוחר יותר או לפנות לתמיכה.',
  ),
  diskReserveReached: message(
    507,
    'The system is low on disk space, so nothing that takes up space can be created right now. Try again later, or contact support.',
    'נותר מעט מקום פנוי בדיסק של המערכת, ולכן לא ניתן ליצור כרגע דבר שתופס מקום. אפשר לנסות שוב מאוחר יותר או לפנות לתמיכה.',
  ),
  memoryFull: message(
    503,
    'The system is out of memory right now. Try again in a few seconds.',
    'למערכת אין כרגע זיכרון פנוי. אפשר לנסות שוב בעוד כמה שניות.',
  ),
  databaseBusy: message(
    503,
    'The database has no free connections right now. Try again in a few seconds.',
    'למסד הנתונים אין כרגע חיבורים פנויים. אפשר לנסות שוב בעוד כמה שניות.',
  ),
  filesExhausted: message(
    503,
    'The system has too many open files and connections right now. Try again in a few seconds.',
    'למערכת יש כרגע יותר מדי קבצים וחיבורים פתוחים. אפשר לנסות שוב בעוד כמה שניות.',
  ),
  accountStreamLimit: message(
    429,
    'This account already has {max} live connections open. Close a browser tab and try again.',
    'לחשבון הזה כבר פתוחים {max} חיבורים חיים. יש לסגור לשונית בדפדפן ולנסות שוב.',
  ),
  siteStreamLimit: message(
    429,
    'This site already has {max} live connections open. Try again in a minute.',
    'לאתר הזה כבר פתוחים {max} חיבורים חיים. אפשר לנסות שוב בעוד דקה.',
  ),
  routeUnknown: message(
    404,
    'There is no API call {method} {path}.',
    'אין קריאת API‏ {method} {path}.',
  ),
  requestMalformed: message(
    400,
    'We couldn’t read the request. {problem}',
    'לא ניתן לקרוא את הבקשה. {problem}',
  ),
  crossSite: message(
    403,
    'This call can’t be made from another site.',
    'לא ניתן לבצע קריאה זו מאתר אחר.',
  ),
  taskNotCancellable: message(
    422,
    'Task {cmdId} can’t be canceled. {problem}',
    'לא ניתן לבטל את משימה {cmdId}. {problem}',
  ),
  datacenterCodeTaken: message(
    409,
    'Another datacenter has the short code {shortCode}. Choose another one.',
    'הקוד הקצר {shortCode} כבר שייך למרכז נתונים אחר. יש לבחור קוד אחר.',
  ),
  datacenterNotReady: message(
    422,
    'Servers in {datacenter} can’t be created or changed right now. {problem}',
    'לא ניתן כעת ליצור או לשנות שרתים ב-{datacenter}. {problem}',
  ),
  priceMissing: message(
    422,
    '{resource} has no price in this price list. Contact your provider.',
    'ל-{resource} אין מחיר במחירון. יש לפנות לספק.',
  ),
  billingModeNotSold: message(
    422,
    'This price list supports hourly billing only. Choose hourly billing.',
    'מחירון זה תומך בחיוב שעתי בלבד. יש לבחור חיוב שעתי.',
  ),
  priceListFromPast: message(
    422,
    'Prices can’t start in the past, and {given} is over. Choose a later date, or leave it empty to start now.',
    'מחירים אינם יכולים להתחיל בעבר, ו-{given} כבר חלף. יש לבחור מועד מאוחר יותר, או להשאיר ריק כדי להתחיל כעת.',
  ),
  priceListInForce: message(
    422,
    'Version {version} has been in effect since {from}. Create a new version instead.',
    'גרסה {version} בתוקף מאז {from}. יש ליצור גרסה חדשה.',
  ),
  priceListWithdrawn: message(
    422,
    'Version {version} is already withdrawn.',
    'גרסה {version} כבר בוטלה.',
  ),
  priceItemUnknown: message(
    422,
    'There is no price item {item}. See the list at /pricelists/items.',
    'אין פריט מחיר {item}. הרשימה נמצאת ב-/pricelists/items.',
  ),
  priceListAccountUnknown: message(
    422,
    '{email} isn’t an account of this price list’s site or its sub-sites.',
    '{email} אינו חשבון באתר של המחירון או באתרי המשנה שלו.',
  ),
  priceListOfSite: message(
    422,
    'This is the default price list of the site. Only named price lists can be assigned to accounts.',
    'זהו מחירון ברירת המחדל של האתר. רק מחירון בעל שם ניתן להקצאה לחשבונות.',
  ),
  settingNotAllowed: message(
    403,
    'You can’t change the setting {setting}. It can be changed by: {who}.',
    'אין באפשרותך לשנות את ההגדרה {setting}. מי שיכול לשנות אותה: {who}.',
  ),
  settingInvalid: message(
    422,
    'The setting {setting} can’t be {given}. {problem}',
    'ההגדרה {setting} אינה יכולה להיות {given}. {problem}',
  ),
  notConnected: message(
    422,
    'No service is connected yet. Connect one under {where} first.',
    'עדיין לא חובר שירות. יש לחבר שירות תחילה תחת {where}.',
  ),
} satisfies Messages;
