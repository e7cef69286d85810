import { type Messages, message } from './message.ts';

/** The sign-in form, sign-up and social sign-in. */
export const signInMessages = {
  loginFailed: message(200, 'Login failed.', 'הכניסה נכשלה.'),
  alreadyLoggedIn: message(
    200,
    'Already logged in, logout first.',
    'כבר נכנסת למערכת, יש לצאת תחילה.',
  ),
  emailInvalid: message(200, 'Email is invalid.', 'כתובת הדוא"ל אינה תקינה.'),
  blocked: message(
    200,
    'Too many failed attempts. Try again in {seconds} seconds.',
    'יותר מדי ניסיונות כושלים. אפשר לנסות שוב בעוד {seconds} שניות.',
  ),
  loginConfiguration: message(
    200,
    'Login failed, configuration error.',
    'הכניסה נכשלה, שגיאת תצורה.',
  ),
  passwordLength: message(
    200,
    'Invalid password. Must contain {min}-{max} characters.',
    'סיסמה לא תקינה. נדרשים {min}-{max} תווים.',
  ),
  passwordRepeatMismatch: message(
    200,
    'Repeat password does not match selected password.',
    'הסיסמה החוזרת אינה זהה לסיסמה שנבחרה.',
  ),
  emailNotAvailable: message(
    200,
    'Selected email is not available for new account.',
    'כתובת הדוא"ל אינה זמינה לחשבון חדש.',
  ),
  tokenInvalid: message(
    200,
    'Token is not valid, reset your password again and a new token will be sent to you.',
    'הטוקן אינו תקף. יש לאפס את הסיסמה שוב, וטוקן חדש יישלח אליך.',
  ),
  accountSetupFailed: message(
    200,
    'Failed to setup new user account, please try again.',
    'הקמת החשבון נכשלה, נא לנסות שוב.',
  ),
  notLoggedIn: message(401, 'You are not logged in.', 'לא נכנסת למערכת.'),
  emailOrPasswordWrong: message(200, 'Invalid email or password.', 'כתובת הדוא"ל או הסיסמה שגויה.'),
  emailInvalidForReset: message(200, 'Email is invalid.', 'כתובת הדוא"ל אינה תקינה.'),
  notLoggedInAnymore: message(401, 'You are not logged in.', 'לא נכנסת למערכת.'),
  emailRequired: message(200, 'Email is required.', 'יש להזין כתובת דוא"ל.'),
  passwordRequired: message(200, 'Password is required.', 'יש להזין סיסמה.'),
  passwordRepeatRequired: message(200, 'Repeat Password is required.', 'יש להזין את הסיסמה שוב.'),
  siteRefusesUser: message(200, "Can't create user for this site.", 'לא ניתן ליצור משתמש באתר זה.'),
  passwordRefused: message(
    200,
    'This password is invalid, please change the selected password.',
    'סיסמה זו אינה מותרת, נא לבחור אחרת.',
  ),
  socialNoEmail: message(200, 'Social account has no email.', 'לחשבון החברתי אין כתובת דוא"ל.'),
  socialOnlyListed: message(
    200,
    'Social access only via a listed social site.',
    'כניסה חברתית אפשרית רק דרך אתר מהרשימה.',
  ),
  socialSessionExpired: message(200, 'Social session expired.', 'תוקף הכניסה החברתית פג.'),
  socialOnOtherNetwork: message(
    200,
    'Account exists on another social network.',
    'החשבון קיים ברשת חברתית אחרת.',
  ),
  socialUsePassword: message(
    200,
    'Account exists, log in with email and password.',
    'החשבון קיים, יש להיכנס עם דוא"ל וסיסמה.',
  ),
  socialUpdateFailed: message(
    200,
    'Unable to update social information.',
    'לא ניתן לעדכן את הפרטים החברתיים.',
  ),
  socialUnavailable: message(200, 'Social access not available.', 'כניסה חברתית אינה זמינה.'),
  socialEmailNotAuthorized: message(
    200,
    'Email authorization required.',
    'נדרש אישור לשימוש בכתובת הדוא"ל.',
  ),
  socialIdTaken: message(
    200,
    'Social id used by another account.',
    'הזהות החברתית משמשת חשבון אחר.',
  ),
  socialUseConnected: message(
    200,
    'Log in with the connected social account.',
    'יש להיכנס עם החשבון החברתי המחובר.',
  ),
  socialNeedsPassword: message(
    200,
    'Remove all social connections only after setting a password.',
    'ניתן להסיר את כל החיבורים החברתיים רק לאחר קביעת סיסמה.',
  ),
  socialTooLate: message(200, 'Social access took too long.', 'הכניסה החברתית נמשכה זמן רב מדי.'),
  registrationClosed: message(
    200,
    'New user registration is not allowed.',
    'הרשמת משתמשים חדשים אינה אפשרית.',
  ),
  tfaTokenExpired: message(
    200,
    'Two-factor token expired, log in again.',
    'תוקף האימות הדו-שלבי פג, יש להיכנס שוב.',
  ),
  tfaCodeWrong: message(200, 'Invalid code. {problem}', 'קוד שגוי. {problem}'),
  tfaResendFailed: message(
    200,
    'Failed to resend two-factor code. {problem}',
    'שליחת הקוד מחדש נכשלה. {problem}',
  ),
  tfaVerificationWrong: message(200, 'Invalid TFA verification code.', 'קוד האימות הדו-שלבי שגוי.'),
  ipNotPermitted: message(
    200,
    'Access is forbidden; IP address not permitted.',
    'הגישה אסורה; כתובת ה-IP אינה מורשית.',
  ),
  ipChanged: message(
    401,
    'User logged off, new IP address detected.',
    'המשתמש נותק, זוהתה כתובת IP חדשה.',
  ),
  userDisconnected: message(401, 'You were signed out.', 'נותקת מהמערכת.'),
  csrf: message(401, 'This page is out of date. Reload it.', 'הדף אינו עדכני. יש לטעון אותו מחדש.'),
  partnerUserNameRequired: message(
    200,
    'Partner User Name is required.',
    'יש להזין שם משתמש של השותף.',
  ),
  partnerPasswordRequired: message(
    200,
    'Partner Password is required.',
    'יש להזין סיסמה של השותף.',
  ),
  partnerApplicationIdRequired: message(200, 'Application Id is required.', 'יש להזין מזהה יישום.'),
  partnerSecretRequired: message(
    200,
    'Application Secret Key is required.',
    'יש להזין מפתח סודי של היישום.',
  ),
  partnerTenantRequired: message(
    200,
    'Application Tenant Id is required.',
    'יש להזין מזהה דייר של היישום.',
  ),
  socialIssuerRefused: message(
    422,
    'You can’t use the address {address}. {problem}',
    'לא ניתן להשתמש בכתובת {address}. {problem}',
  ),
  socialSecretNeeded: message(
    422,
    'Enter the client secret. The saved one belongs to another address or client ID.',
    'יש להזין את סוד הלקוח. הסוד השמור שייך לכתובת אחרת או למזהה לקוח אחר.',
  ),
  socialProviderLimit: message(
    422,
    'You can connect up to {max} providers. Remove one first.',
    'אפשר לחבר עד {max} ספקים. יש להסיר אחד תחילה.',
  ),
  socialProviderAboveYou: message(
    403,
    "An account that signs in with this provider has rights that you don't have. Ask the portal operator to change the provider.",
    'לחשבון שנכנס באמצעות ספק זה יש הרשאות שאין לך. יש לפנות למפעיל הפורטל כדי לשנות את הספק.',
  ),
  socialProviderNotTrusted: message(
    403,
    "This account has more rights than the administrators who set up {title}, so it can't sign in with it. Use another way to sign in.",
    'לחשבון זה יש יותר הרשאות מלמנהלי האתר שהגדירו את {title}, ולכן לא ניתן להיכנס אליו באמצעותו. יש להיכנס בדרך אחרת.',
  ),
} satisfies Messages;
