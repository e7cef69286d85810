import { error } from '../../contract/declaredError.ts';

export const errors = {
  tfaVerificationWrong: error(
    54,
    200,
    'Invalid TFA verification code.',
    'קוד האימות הדו-שלבי שגוי.',
  ),
  partnerUserNameRequired: error(
    128,
    200,
    'Partner User Name is required.',
    'יש להזין שם משתמש של השותף.',
  ),
  partnerPasswordRequired: error(
    129,
    200,
    'Partner Password is required.',
    'יש להזין סיסמה של השותף.',
  ),
  partnerApplicationIdRequired: error(
    130,
    200,
    'Application Id is required.',
    'יש להזין מזהה יישום.',
  ),
  partnerSecretRequired: error(
    144,
    200,
    'Application Secret Key is required.',
    'יש להזין מפתח סודי של היישום.',
  ),
  partnerTenantRequired: error(
    145,
    200,
    'Application Tenant Id is required.',
    'יש להזין מזהה דייר של היישום.',
  ),
  passwordChangeUnavailable: error(
    1802,
    422,
    "Operation isn't available, in order to change password, the user should enable his account to log in with email in Profile page.",
    'הפעולה אינה זמינה. כדי לשנות סיסמה יש לאפשר כניסה עם דוא"ל בעמוד הפרופיל.',
  ),
  passwordOldWrong: error(
    1803,
    422,
    'Your current password is incorrect.',
    'הסיסמה הנוכחית שגויה.',
  ),
  tfaNotSetUp: error(
    1804,
    422,
    'Set up {factor} before you use it for two-factor authentication.',
    'יש להגדיר את {factor} לפני השימוש בו לאימות דו-שלבי.',
  ),
  tfaDemanded: error(
    1805,
    422,
    'Your site requires two-factor authentication for accounts like yours, so you can’t turn it off.',
    'האתר דורש אימות דו-שלבי בחשבונות כמו שלך, ולכן לא ניתן לבטל אותו.',
  ),
  captchaRefused: error(
    1815,
    422,
    'Please confirm again that you’re human.',
    'יש לאשר שוב שאינך רובוט.',
  ),
  lastFactor: error(
    1822,
    422,
    'This is your only two-factor method. Enable another one, or turn off two-factor authentication.',
    'זו שיטת האימות הדו-שלבי היחידה שלך. יש להפעיל שיטה נוספת או לבטל את האימות הדו-שלבי.',
  ),
  passkeyLimit: error(
    1823,
    422,
    'You can save up to {max} passkeys. Delete one first.',
    'אפשר לשמור עד {max} מפתחות גישה. יש למחוק אחד תחילה.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  browser: { en: 'browser', he: 'דפדפן' },
  entry: { en: 'entry', he: 'רישום' },
  passkey: { en: 'passkey', he: 'מפתח גישה' },
  session: { en: 'session', he: 'הפעלה' },
};
