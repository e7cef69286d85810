import { type Messages, message } from './message.ts';

/** Of every call, of tasks, prices and settings. */
export const platformMessages = {
  inputInvalid: message(400, '{problem}', '{problem}'),
  notFound: message(404, 'There is no {what} {id}.', 'לא נמצא: {what} {id}.'),
  notAllowed: message(403, 'You may not do this: it needs the permission {permission}.', 'אין לך הרשאה לכך: נדרשת ההרשאה {permission}.'),
  conflict: message(409, '{problem}', '{problem}'),
  metricsTokenRequired: message(
    403,
    'Metrics require the metrics token. Send it as a Bearer token in the Authorization header.',
    'קריאת המדדים דורשת את טוקן המדדים. יש לשלוח אותו כ-Bearer בכותרת Authorization.',
  ),
  methodNotAllowed: message(
    405,
    'The method {method} is not offered here. Offered: {allowed}.',
    'השיטה {method} אינה נתמכת כאן. נתמכות: {allowed}.',
  ),
  mediaType: message(
    415,
    'The content type {given} is not understood. Send application/json.',
    'סוג התוכן {given} אינו נתמך. יש לשלוח application/json.',
  ),
  bodyTooLarge: message(413, 'The request is too large. At most {max} bytes are taken.', 'הבקשה גדולה מדי. לכל היותר {max} בתים.'),
  headersTooLarge: message(
    431,
    'The headers of the request are too large. At most {max} bytes are taken.',
    'כותרות הבקשה גדולות מדי. לכל היותר {max} בתים.',
  ),
  requestTooSlow: message(
    408,
    'The request did not arrive whole in time. Send it again.',
    'הבקשה לא הגיעה בשלמותה בזמן. יש לשלוח אותה שוב.',
  ),
  idempotencyKeyReused: message(
    409,
    'The idempotency key {key} was already used for another request. Use a new key.',
    'מפתח האידמפוטנטיות {key} כבר שימש לבקשה אחרת. יש להשתמש במפתח חדש.',
  ),
  slowDown: message(429, 'Too many requests. Try again in {seconds} seconds.', 'יותר מדי בקשות. אפשר לנסות שוב בעוד {seconds} שניות.'),
  engineAway: message(
    503,
    'The engine of {datacenter} cannot be reached right now. {problem}',
    'המנוע של {datacenter} אינו זמין כרגע. {problem}',
  ),
  internal: message(
    500,
    'Something went wrong on our side. Quote {requestId} when you ask for help.',
    'משהו השתבש אצלנו. בפנייה לעזרה יש לציין את {requestId}.',
  ),
  unavailable: message(
    503,
    'The portal cannot reach its database right now. Try again in a moment.',
    'הפורטל אינו מגיע למסד הנתונים כרגע. נא לנסות שוב בעוד רגע.',
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
  routeUnknown: message(404, 'There is no call {method} {path}.', 'אין קריאה {method} {path}.'),
  requestMalformed: message(400, 'The request cannot be read: {problem}', 'לא ניתן לקרוא את הבקשה: {problem}'),
  crossSite: message(403, 'This call cannot be made from another site.', 'לא ניתן לבצע קריאה זו מאתר אחר.'),
  taskNotCancellable: message(422, 'Task {cmdId} cannot be cancelled: {problem}', 'לא ניתן לבטל את משימה {cmdId}: {problem}'),
  datacenterCodeTaken: message(
    409,
    'Another datacenter has the short code {shortCode}. Choose another one.',
    'הקוד הקצר {shortCode} כבר שייך למרכז נתונים אחר. יש לבחור קוד אחר.',
  ),
  datacenterNotReady: message(
    422,
    'No servers can be made or changed in {datacenter} now: {problem}',
    'לא ניתן ליצור או לשנות כעת שרתים ב-{datacenter}: {problem}',
  ),
  priceMissing: message(
    422,
    'The price list has no price for {resource}. Ask your provider.',
    'במחירון אין מחיר עבור {resource}. יש לפנות לספק.',
  ),
  billingModeNotSold: message(
    422,
    'These prices are by the hour alone: choose hourly billing.',
    'המחירים הם לפי שעה בלבד: יש לבחור חיוב לפי שעה.',
  ),
  priceListFromPast: message(
    422,
    'Prices cannot begin in the past: {given} is over. Choose a later moment, or leave it out for now.',
    'מחירים אינם יכולים להתחיל בעבר: {given} כבר חלף. יש לבחור מועד מאוחר יותר, או להשמיט אותו כדי להתחיל כעת.',
  ),
  priceListInForce: message(
    422,
    'Version {version} is in force since {from}. Make a new version instead.',
    'גרסה {version} בתוקף מאז {from}. יש ליצור גרסה חדשה במקומה.',
  ),
  priceListWithdrawn: message(422, 'Version {version} is withdrawn already.', 'גרסה {version} כבר בוטלה.'),
  priceItemUnknown: message(
    422,
    'Nothing is sold as {item}. Known items are listed at /pricelists/items.',
    'דבר אינו נמכר בשם {item}. הפריטים המוכרים מפורטים ב-/pricelists/items.',
  ),
  priceListAccountUnknown: message(
    422,
    'No account {email} on the site of this list or below it.',
    'אין חשבון {email} באתר של המחירון או מתחתיו.',
  ),
  priceListOfSite: message(
    422,
    'This is the list of the whole site. Only a list with a name is given to accounts.',
    'זהו המחירון של האתר כולו. רק מחירון בעל שם ניתן לחשבונות.',
  ),
  settingNotAllowed: message(
    403,
    'You can’t change the setting {setting}. It can be changed by: {who}.',
    'אין באפשרותך לשנות את ההגדרה {setting}. מי שיכול לשנות אותה: {who}.',
  ),
  settingInvalid: message(
    422,
    'The setting {setting} cannot be {given}: {problem}',
    'ההגדרה {setting} אינה יכולה להיות {given}: {problem}',
  ),
  notConnected: message(422, 'Nothing is connected yet. Connect it under {where} first.', 'עדיין לא מחובר דבר. יש לחבר תחילה תחת {where}.'),
} satisfies Messages;
