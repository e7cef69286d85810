import { error } from '../../contract/declaredError.ts';

export const errors = {
  proofNeeded: error(
    1800,
    403,
    'Confirm your identity to continue. A passkey or code from the last {minutes} minutes is required.',
    'יש לאמת את זהותך כדי להמשיך. נדרש מפתח גישה או קוד מ-{minutes} הדקות האחרונות.',
  ),
  actingReadOnly: error(
    1801,
    403,
    'You’re viewing this account in read-only mode. Switch to edit mode to make changes.',
    'החשבון פתוח לצפייה בלבד. כדי לבצע שינויים יש לעבור למצב עריכה.',
  ),
  phoneInvalid: error(
    1806,
    422,
    '{given} isn’t a valid phone number. Include the country code, for example +12025550123.',
    '{given} אינו מספר טלפון תקין. יש לכלול קידומת מדינה, למשל ‎+12025550123.',
  ),
  phoneLimit: error(
    1807,
    422,
    'You can save up to {max} phone numbers. Remove one first.',
    'אפשר לשמור עד {max} מספרי טלפון. יש להסיר אחד תחילה.',
  ),
  phoneUnknown: error(
    1808,
    422,
    '{phone} isn’t one of your verified phone numbers.',
    '{phone} אינו אחד ממספרי הטלפון המאומתים שלך.',
  ),
  addressInvalid: error(
    1809,
    422,
    '{given} isn’t a valid IP address or range. Examples: 192.0.2.7, 192.0.2.0/24, 2001:db8::/48.',
    '{given} אינה כתובת IP או טווח תקינים. לדוגמה: 192.0.2.7, ‏192.0.2.0/24 או 2001:db8::/48.',
  ),
  addressLimit: error(
    1810,
    422,
    'You can save up to {max} IP addresses. Remove one first.',
    'אפשר לשמור עד {max} כתובות IP. יש להסיר אחת תחילה.',
  ),
  addressExcludesCaller: error(
    1811,
    422,
    'Your current IP address {ip} isn’t on the list, so you would lose access. Add it first.',
    'כתובת ה-IP הנוכחית שלך {ip} אינה ברשימה, והגישה שלך תיחסם. יש להוסיף אותה תחילה.',
  ),
  resendTooSoon: error(
    1812,
    429,
    'A code was just sent. Request another one in {seconds} seconds.',
    'קוד נשלח לפני רגע. אפשר לבקש קוד נוסף בעוד {seconds} שניות.',
  ),
  passkeyRefused: error(
    1813,
    200,
    'You can’t use this passkey here. {problem}',
    'לא ניתן להשתמש כאן במפתח גישה זה. {problem}',
  ),
  smsLimit: error(
    1816,
    422,
    'The daily limit for text messages is reached. {problem}',
    'הגעת למכסת המסרונים היומית. {problem}',
  ),
  lastWayIn: error(
    1817,
    422,
    'This is the only way to sign in to the account. Set up another one first.',
    'זו הדרך היחידה להיכנס לחשבון. יש להגדיר דרך נוספת תחילה.',
  ),
  emailNotValidated: error(
    1818,
    403,
    'Verify your email address first. We sent you a link.',
    'יש לאמת תחילה את כתובת הדוא"ל. שלחנו אליך קישור.',
  ),
  protectionByOwner: error(
    1820,
    403,
    'Only the account owner can change its security settings, not someone acting for them.',
    'רק בעל החשבון יכול לשנות את הגדרות האבטחה, ולא מי שפועל בשמו.',
  ),
  phoneKnown: error(1821, 422, '{phone} is already on your list.', '{phone} כבר ברשימה שלך.'),
};
