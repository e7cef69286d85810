import { type Messages, message } from './message.ts';

/** Of API keys. */
export const keysMessages = {
  keyRefused: message(
    401,
    'The API key is not accepted: its id or its secret is wrong, or it was deleted.',
    'מפתח ה-API אינו מתקבל: המזהה או הסוד שגויים, או שהמפתח נמחק.',
  ),
  keyExpired: message(401, 'The API key {key} ended on {date}.', 'תוקף מפתח ה-API {key} פג ב-{date}.'),
  keyDisabled: message(
    401,
    'The API key {key} is switched off. Its owner can switch it on again.',
    'מפתח ה-API {key} כבוי. בעליו יכול להפעילו.',
  ),
  keyAddressRefused: message(
    403,
    'The API key {key} may not be used from {ip}. Its owner can add the address to its ranges.',
    'אין להשתמש במפתח ה-API {key} מהכתובת {ip}. בעליו יכול להוסיף את הכתובת לטווחים שלו.',
  ),
  keyOwnerClosed: message(
    401,
    'The API key {key} does not work while the account it belongs to, or the parent account that pays for it, is suspended or locked, or the account is disabled.',
    'מפתח ה-API {key} אינו פועל כל עוד החשבון שלו, או חשבון האב המשלם עבורו, מושעה או נעול, או שהחשבון מושבת.',
  ),
  keyTooFast: message(
    429,
    'The API key {key} may make {rate} calls a minute. Try again in {seconds} seconds.',
    'מפתח ה-API {key} רשאי לבצע {rate} קריאות בדקה. אפשר לנסות שוב בעוד {seconds} שניות.',
  ),
  keyScopeMissing: message(
    403,
    'The API key {key} was not given the permission {permission}. Its owner can add it.',
    'למפתח ה-API {key} לא ניתנה ההרשאה {permission}. בעליו יכול להוסיף אותה.',
  ),
  keyNotForThis: message(
    403,
    'This call is for people who are signed in; no API key can make it.',
    'קריאה זו מיועדת למי שנכנס למערכת; אין מפתח API שיכול לבצע אותה.',
  ),
  keyServersOnly: message(
    403,
    'The API key {key} is bound to its servers and can do nothing else.',
    'מפתח ה-API {key} קשור לשרתים שלו ואינו יכול לעשות דבר מלבדם.',
  ),
  keyScopeRefused: message(
    422,
    'A key of this type, of your account, cannot be given the permission {permission}.',
    'מפתח מסוג זה, בחשבונך, אינו יכול לקבל את ההרשאה {permission}.',
  ),
  keyServersWrong: message(422, '{problem}', '{problem}'),
  keyLimit: message(
    409,
    'An account has at most {max} API keys. Delete one first.',
    'לחשבון יכולים להיות לכל היותר {max} מפתחות API. יש למחוק אחד תחילה.',
  ),
  keyExpiryPast: message(
    422,
    'The key would have ended already on {date}. Choose a later moment.',
    'תוקף המפתח היה פג כבר ב-{date}. יש לבחור מועד מאוחר יותר.',
  ),
  keyRangeInvalid: message(422, '{given} is not an address or a range: {problem}', '{given} אינו כתובת או טווח: {problem}'),
  keyNotYours: message(
    403,
    'Only the owner of a key does this: it gives a secret, or says what the key may do.',
    'רק בעל המפתח עושה זאת: הפעולה מוסרת סוד או קובעת מה המפתח רשאי לעשות.',
  ),
  keyTestKind: message(
    422,
    'A test key is an external application: it has servers of its own to try things on.',
    'מפתח בדיקה הוא יישום חיצוני: יש לו שרתים משלו להתנסות בהם.',
  ),
} satisfies Messages;
