import { error } from '../../contract/declaredError.ts';

export const errors = {
  keyRefused: error(
    2700,
    401,
    'This API key isn’t valid. Its ID or secret is wrong, or it was deleted.',
    'מפתח ה-API אינו תקף. המזהה או הסוד שגויים, או שהמפתח נמחק.',
  ),
  keyExpired: error(
    2701,
    401,
    'API key {key} expired on {date}.',
    'תוקף מפתח ה-API‏ {key} פג ב-{date}.',
  ),
  keyDisabled: error(
    2702,
    401,
    'API key {key} is disabled. Its owner can enable it.',
    'מפתח ה-API‏ {key} מושבת. הבעלים יכול להפעיל אותו.',
  ),
  keyAddressRefused: error(
    2703,
    403,
    'API key {key} can’t be used from {ip}. Its owner can add this IP address.',
    'לא ניתן להשתמש במפתח ה-API‏ {key} מהכתובת {ip}. הבעלים יכול להוסיף אותה.',
  ),
  keyOwnerClosed: error(
    2704,
    401,
    'API key {key} doesn’t work while its account or the paying parent account is suspended, locked, or disabled.',
    'מפתח ה-API‏ {key} אינו פעיל כל עוד החשבון שלו, או חשבון האב המשלם, מושעה, נעול או מושבת.',
  ),
  keyTooFast: error(
    2705,
    429,
    'API key {key} is limited to {rate} calls per minute. Try again in {seconds} seconds.',
    'מפתח ה-API‏ {key} מוגבל ל-{rate} קריאות בדקה. אפשר לנסות שוב בעוד {seconds} שניות.',
  ),
  keyScopeMissing: error(
    2706,
    403,
    'API key {key} doesn’t have the permission {permission}. Its owner can add it.',
    'למפתח ה-API‏ {key} אין ההרשאה {permission}. הבעלים יכול להוסיף אותה.',
  ),
  keyNotForThis: error(
    2707,
    403,
    'API keys can’t make this call. Sign in instead.',
    'לא ניתן לבצע קריאה זו עם מפתח API. יש להיכנס לחשבון.',
  ),
  keyServersOnly: error(
    2708,
    403,
    'API key {key} is limited to its servers.',
    'מפתח ה-API‏ {key} מוגבל לשרתים שלו.',
  ),
  keyScopeRefused: error(
    2709,
    422,
    'You can’t grant the permission {permission} to a key of this type.',
    'לא ניתן להעניק את ההרשאה {permission} למפתח מסוג זה.',
  ),
  keyServersWrong: error(2710, 422, '{problem}', '{problem}'),
  keyLimit: error(
    2711,
    409,
    'An account can have up to {max} API keys. Delete one first.',
    'לחשבון יכולים להיות עד {max} מפתחות API. יש למחוק אחד תחילה.',
  ),
  keyExpiryPast: error(
    2712,
    422,
    '{date} is in the past. Choose a later expiry date.',
    'התאריך {date} כבר עבר. יש לבחור תאריך תפוגה מאוחר יותר.',
  ),
  keyRangeInvalid: error(
    2713,
    422,
    '{given} isn’t a valid IP address or range. {problem}',
    '{given} אינו כתובת IP או טווח תקינים. {problem}',
  ),
  keyNotYours: error(
    2714,
    403,
    'Only the owner of a key can see its secret or change its permissions.',
    'רק בעל המפתח יכול לראות את הסוד שלו או לשנות את ההרשאות שלו.',
  ),
  keyTestKind: error(
    2715,
    422,
    'Test keys must be of type External Application. They get their own test servers.',
    'מפתח בדיקה חייב להיות מסוג יישום חיצוני. הוא מקבל שרתי בדיקה משלו.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  'API key': { en: 'API key', he: 'מפתח API' },
};
