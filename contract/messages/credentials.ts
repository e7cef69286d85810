import { type Messages, message } from './message.ts';

/** Of second factors, proofs and what protects an account. */
export const credentialsMessages = {
  proofNeeded: message(
    403,
    'Prove that it is you: this needs a fresh passkey or code, not older than {minutes} minutes.',
    'יש לאמת את זהותך: נדרש מפתח גישה או קוד טרי, מלפני {minutes} דקות לכל היותר.',
  ),
  actingReadOnly: message(
    403,
    'You are looking at this account for reading only. Open it for changes to do this.',
    'החשבון פתוח לצפייה בלבד. יש לפתוח אותו לשינויים כדי לבצע זאת.',
  ),
  passwordChangeUnavailable: message(
    422,
    "Operation isn't available, in order to change password, the user should enable his account to log in with email in Profile page.",
    'הפעולה אינה זמינה. כדי לשנות סיסמה יש לאפשר כניסה עם דוא"ל בעמוד הפרופיל.',
  ),
  passwordOldWrong: message(422, 'The old password is not right.', 'הסיסמה הישנה אינה נכונה.'),
  tfaNotSetUp: message(
    422,
    'Set up this way first: {factor} cannot be used for two-factor login yet.',
    'יש להגדיר תחילה: עדיין לא ניתן להשתמש ב-{factor} לאימות דו-שלבי.',
  ),
  tfaDemanded: message(
    422,
    'Your site asks accounts like yours for a second factor, so it cannot be switched off.',
    'האתר דורש מחשבונות כשלך אימות דו-שלבי, ולכן לא ניתן לבטל אותו.',
  ),
  phoneInvalid: message(
    422,
    '{given} is not a phone number. Give it with its country code, such as +12025550123.',
    '{given} אינו מספר טלפון. יש לציין קידומת מדינה, למשל ‎+12025550123.',
  ),
  phoneLimit: message(
    422,
    'At most {max} phone numbers can be kept. Remove one first.',
    'ניתן לשמור לכל היותר {max} מספרי טלפון. יש להסיר אחד תחילה.',
  ),
  phoneUnknown: message(422, 'The number {phone} is not one of your proved phones.', 'המספר {phone} אינו אחד הטלפונים המאומתים שלך.'),
  addressInvalid: message(
    422,
    '{given} is not an address or a range. Right would be 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48.',
    '{given} אינה כתובת או טווח. תקין למשל: 192.0.2.7, ‏192.0.2.0/24 או 2001:db8::/48.',
  ),
  addressLimit: message(
    422,
    'At most {max} addresses can be kept. Remove one first.',
    'ניתן לשמור לכל היותר {max} כתובות. יש להסיר אחת תחילה.',
  ),
  addressExcludesCaller: message(
    422,
    'Your own address {ip} is not in the list: you would shut yourself out. Add it first.',
    'הכתובת שלך {ip} אינה ברשימה: הגישה שלך תיחסם. יש להוסיף אותה תחילה.',
  ),
  resendTooSoon: message(
    429,
    'A code was sent a moment ago. Ask for another in {seconds} seconds.',
    'קוד נשלח לפני רגע. ניתן לבקש קוד נוסף בעוד {seconds} שניות.',
  ),
  passkeyRefused: message(200, 'This passkey cannot be used here: {problem}', 'לא ניתן להשתמש במפתח גישה זה: {problem}'),
  recoveryCodeWrong: message(200, 'This recovery code is not right or was used already.', 'קוד השחזור שגוי או שכבר נוצל.'),
  captchaRefused: message(422, 'Confirm once more that you are a person.', 'יש לאשר שוב שאינך רובוט.'),
  smsLimit: message(422, 'No more text messages can be sent today. {problem}', 'לא ניתן לשלוח עוד מסרונים היום. {problem}'),
  emailNotValidated: message(
    403,
    'Confirm your e-mail address first: the link was mailed to you.',
    'יש לאשר תחילה את כתובת הדוא"ל: הקישור נשלח אליך.',
  ),
  lastWayIn: message(
    422,
    'This is the last way into the account. Set up another one first.',
    'זו הדרך האחרונה להיכנס לחשבון. יש להגדיר דרך אחרת תחילה.',
  ),
  protectionByOwner: message(
    403,
    'What protects an account is changed by its owner alone, not by somebody who acts for it.',
    'רק בעל החשבון משנה את מה שמגן עליו, ולא מי שפועל בשמו.',
  ),
  phoneKnown: message(422, '{phone} is one of your phones already.', 'הטלפון {phone} כבר ברשימה שלך.'),
  lastFactor: message(
    422,
    'This is the only way of your second factor. Switch on another one first, or switch two-factor login off.',
    'זו הדרך היחידה לאימות הדו-שלבי שלך. יש להפעיל דרך אחרת תחילה, או לבטל את האימות הדו-שלבי.',
  ),
  passkeyLimit: message(
    422,
    'At most {max} passkeys can be kept. Remove one first.',
    'ניתן לשמור לכל היותר {max} מפתחות גישה. יש להסיר אחד תחילה.',
  ),
} satisfies Messages;
