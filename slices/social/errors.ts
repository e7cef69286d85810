import { error } from '../../contract/declaredError.ts';

export const errors = {
  socialNoEmail: error(30, 200, 'Social account has no email.', 'לחשבון החברתי אין כתובת דוא"ל.'),
  socialOnlyListed: error(
    31,
    200,
    'Social access only via a listed social site.',
    'כניסה חברתית אפשרית רק דרך אתר מהרשימה.',
  ),
  socialSessionExpired: error(32, 200, 'Social session expired.', 'תוקף הכניסה החברתית פג.'),
  socialOnOtherNetwork: error(
    33,
    200,
    'Account exists on another social network.',
    'החשבון קיים ברשת חברתית אחרת.',
  ),
  socialUsePassword: error(
    34,
    200,
    'Account exists, log in with email and password.',
    'החשבון קיים, יש להיכנס עם דוא"ל וסיסמה.',
  ),
  socialUpdateFailed: error(
    35,
    200,
    'Unable to update social information.',
    'לא ניתן לעדכן את הפרטים החברתיים.',
  ),
  socialUnavailable: error(36, 200, 'Social access not available.', 'כניסה חברתית אינה זמינה.'),
  socialEmailNotAuthorized: error(
    37,
    200,
    'Email authorization required.',
    'נדרש אישור לשימוש בכתובת הדוא"ל.',
  ),
  socialIdTaken: error(
    38,
    200,
    'Social id used by another account.',
    'הזהות החברתית משמשת חשבון אחר.',
  ),
  socialUseConnected: error(
    39,
    200,
    'Log in with the connected social account.',
    'יש להיכנס עם החשבון החברתי המחובר.',
  ),
  socialNeedsPassword: error(
    40,
    200,
    'Remove all social connections only after setting a password.',
    'ניתן להסיר את כל החיבורים החברתיים רק לאחר קביעת סיסמה.',
  ),
  socialTooLate: error(41, 200, 'Social access took too long.', 'הכניסה החברתית נמשכה זמן רב מדי.'),
  socialIssuerRefused: error(
    2250,
    422,
    'You can’t use the address {address}. {problem}',
    'לא ניתן להשתמש בכתובת {address}. {problem}',
  ),
  socialSecretNeeded: error(
    2251,
    422,
    'Enter the client secret. The saved one belongs to another address or client ID.',
    'יש להזין את סוד הלקוח. הסוד השמור שייך לכתובת אחרת או למזהה לקוח אחר.',
  ),
  socialProviderLimit: error(
    2252,
    422,
    'You can connect up to {max} providers. Remove one first.',
    'אפשר לחבר עד {max} ספקים. יש להסיר אחד תחילה.',
  ),
  socialProviderAboveYou: error(
    2253,
    403,
    "An account that signs in with this provider has rights that you don't have. Ask the portal operator to change the provider.",
    'לחשבון שנכנס באמצעות ספק זה יש הרשאות שאין לך. יש לפנות למפעיל הפורטל כדי לשנות את הספק.',
  ),
  socialProviderNotTrusted: error(
    2254,
    403,
    "This account has more rights than the administrators who set up {title}, so it can't sign in with it. Use another way to sign in.",
    'לחשבון זה יש יותר הרשאות מלמנהלי האתר שהגדירו את {title}, ולכן לא ניתן להיכנס אליו באמצעותו. יש להיכנס בדרך אחרת.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  provider: { en: 'provider', he: 'ספק' },
};
