import { type Messages, message } from './message.ts';

/** Second factors, recent authentication and account security. */
export const credentialsMessages = {
  proofNeeded: message(
    403,
    'Confirm your identity to continue. A passkey or code from the last {minutes} minutes is required.',
    'יש לאמת את זהותך כדי להמשיך. נדרש מפתח גישה או קוד מ-{minutes} הדקות האחרונות.',
  ),
  actingReadOnly: message(
    403,
    'You’re viewing this account in read-only mode. Switch to edit mode to make changes.',
    'החשבון פתוח לצפייה בלבד. כדי לבצע שינויים יש לעבור למצב עריכה.',
  ),
  passwordChangeUnavailable: message(
    422,
    "Operation isn't available, in order to change password, the user should enable his account to log in with email in Profile page.",
    'הפעולה אינה זמינה. כדי לשנות סיסמה יש לאפשר כניסה עם דוא"ל בעמוד הפרופיל.',
  ),
  passwordOldWrong: message(422, 'Your current password is incorrect.', 'הסיסמה הנוכחית שגויה.'),
  tfaNotSetUp: message(
    422,
    'Set up {factor} before you use it for two-factor authentication.',
    'יש להגדיר את {factor} לפני השימוש בו לאימות דו-שלבי.',
  ),
  tfaDemanded: message(
    422,
    'Your site requires two-factor authentication for accounts like yours, so you can’t turn it off.',
    'האתר דורש אימות דו-שלבי בחשבונות כמו שלך, ולכן לא ניתן לבטל אותו.',
  ),
  phoneInvalid: message(
    422,
    '{given} isn’t a valid phone number. Include the country code, for example +12025550123.',
    '{given} אינו מספר טלפון תקין. יש לכלול קידומת מדינה, למשל ‎+12025550123.',
  ),
  phoneLimit: message(
    422,
    'You can save up to {max} phone numbers. Remove one first.',
    'אפשר לשמור עד {max} מספרי טלפון. יש להסיר אחד תחילה.',
  ),
  phoneUnknown: message(
    422,
    '{phone} isn’t one of your verified phone numbers.',
    '{phone} אינו אחד ממספרי הטלפון המאומתים שלך.',
  ),
  addressInvalid: message(
    422,
    '{given} isn’t a valid IP address or range. Examples: 192.0.2.7, 192.0.2.0/24, 2001:db8::/48.',
    '{given} אינה כתובת IP או טווח תקינים. לדוגמה: 192.0.2.7, ‏192.0.2.0/24 או 2001:db8::/48.',
  ),
  addressLimit: message(
    422,
    'You can save up to {max} IP addresses. Remove one first.',
    'אפשר לשמור עד {max} כתובות IP. יש להסיר אחת תחילה.',
  ),
  addressExcludesCaller: message(
    422,
    'Your current IP address {ip} isn’t on the list, so you would lose access. Add it first.',
    'כתובת ה-IP הנוכחית שלך {ip} אינה ברשימה, והגישה שלך תיחסם. יש להוסיף אותה תחילה.',
  ),
  resendTooSoon: message(
    429,
    'A code was just sent. Request another one in {seconds} seconds.',
    'קוד נשלח לפני רגע. אפשר לבקש קוד נוסף בעוד {seconds} שניות.',
  ),
  passkeyRefused: message(
    200,
    'You can’t use this passkey here. {problem}',
    'לא ניתן להשתמש כאן במפתח גישה זה. {problem}',
  ),
  recoveryCodeWrong: message(
    200,
    'This recovery code is incorrect or was already used.',
    'קוד השחזור שגוי או שכבר נוצל.',
  ),
  captchaRefused: message(
    422,
    'Please confirm again that you’re human.',
    'יש לאשר שוב שאינך רובוט.',
  ),
  smsLimit: message(
    422,
    'The daily limit for text messages is reached. {problem}',
    'הגעת למכסת המסרונים היומית. {problem}',
  ),
  emailNotValidated: message(
    403,
    'Verify your email address first. We sent you a link.',
    'יש לאמת תחילה את כתובת הדוא"ל. שלחנו אליך קישור.',
  ),
  lastWayIn: message(
    422,
    'This is the only way to sign in to the account. Set up another one first.',
    'זו הדרך היחידה להיכנס לחשבון. יש להגדיר דרך נוספת תחילה.',
  ),
  protectionByOwner: message(
    403,
    'Only the account owner can change its security settings, not someone acting for them.',
    'רק בעל החשבון יכול לשנות את הגדרות האבטחה, ולא מי שפועל בשמו.',
  ),
  phoneKnown: message(422, '{phone} is already on your list.', '{phone} כבר ברשימה שלך.'),
  lastFactor: message(
    422,
    'This is your only two-factor method. Enable another one, or turn off two-factor authentication.',
    'זו שיטת האימות הדו-שלבי היחידה שלך. יש להפעיל שיטה נוספת או לבטל את האימות הדו-שלבי.',
  ),
  passkeyLimit: message(
    422,
    'You can save up to {max} passkeys. Delete one first.',
    'אפשר לשמור עד {max} מפתחות גישה. יש למחוק אחד תחילה.',
  ),
} satisfies Messages;
