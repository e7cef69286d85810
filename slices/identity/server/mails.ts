import { defineMail } from '../../../server/platform/mail/mail.ts';

const linkSample = 'https://portal.example.test/validate/3fK…';

export const validateMail = defineMail({
  kind: 'account.validate',
  title: { en: 'Email verification', he: 'אימות כתובת דוא"ל' },
  sample: { email: 'dana@example.test', system: 'Cloudberth', link: linkSample, minutes: '60' },
  plain: ['system'],
  texts: {
    en: {
      subject: 'Verify your email address for {system}',
      body: 'Hello,\n\nAn account was created at {system} with the email address {email}. Use the button below to verify the address. The link works once and expires in {minutes} minutes.\n\nIf you didn’t sign up, you can ignore this email. The account can’t be used until the address is verified.',
      action: 'Verify email address',
    },
    he: {
      subject: 'אימות כתובת הדוא"ל שלך ב-{system}',
      body: 'שלום,\n\nנפתח חשבון ב-{system} עם כתובת הדוא"ל {email}. אפשר לאמת את הכתובת באמצעות הכפתור שלמטה. הקישור חד-פעמי ותקף למשך {minutes} דקות.\n\nאם לא נרשמת, אפשר להתעלם מההודעה. לא ניתן להשתמש בחשבון לפני אימות הכתובת.',
      action: 'אימות כתובת הדוא"ל',
    },
  },
});

export const accountExistsMail = defineMail({
  kind: 'account.exists',
  title: { en: 'Sign-up with an existing email address', he: 'הרשמה עם כתובת דוא"ל קיימת' },
  sample: {
    email: 'dana@example.test',
    system: 'Cloudberth',
    link: 'https://portal.example.test/forgot',
  },
  plain: ['system'],
  texts: {
    en: {
      subject: 'You already have a {system} account',
      body: 'Hello,\n\nSomeone tried to sign up at {system} with {email}. You already have an account with this address, so nothing was changed.\n\nIf you forgot your password, you can reset it. If you didn’t try to sign up, you can ignore this email.',
      action: 'Reset password',
    },
    he: {
      subject: 'כבר יש לך חשבון ב-{system}',
      body: 'שלום,\n\nהתקבל ניסיון הרשמה ל-{system} עם הכתובת {email}. כבר קיים חשבון עם כתובת זו, ולכן לא בוצע שינוי.\n\nאם שכחת את הסיסמה, אפשר לאפס אותה. אם לא ניסית להירשם, אפשר להתעלם מההודעה.',
      action: 'איפוס סיסמה',
    },
  },
});

export const resetMail = defineMail({
  kind: 'account.reset',
  title: { en: 'Password reset link', he: 'קישור לאיפוס סיסמה' },
  sample: {
    email: 'dana@example.test',
    system: 'Cloudberth',
    link: 'https://portal.example.test/reset/3fK…',
    minutes: '60',
    ip: '192.0.2.7',
  },
  plain: ['system'],
  texts: {
    en: {
      subject: 'Reset your {system} password',
      body: 'Hello,\n\nA password reset was requested for your {system} account {email} from the IP address {ip}. Use the button below to set a new password. The link works once and expires in {minutes} minutes. Setting a new password signs you out everywhere.\n\nIf you didn’t request this, you can ignore this email. Your password won’t change.',
      action: 'Reset password',
    },
    he: {
      subject: 'איפוס הסיסמה שלך ב-{system}',
      body: 'שלום,\n\nהתבקש איפוס סיסמה לחשבון {email} ב-{system} מכתובת ה-IP {ip}. אפשר לקבוע סיסמה חדשה באמצעות הכפתור שלמטה. הקישור חד-פעמי ותקף למשך {minutes} דקות. קביעת סיסמה חדשה תנתק את כל החיבורים לחשבון.\n\nאם לא ביקשת זאת, אפשר להתעלם מההודעה. הסיסמה לא תשתנה.',
      action: 'איפוס סיסמה',
    },
  },
});

export const codeMail = defineMail({
  kind: 'account.code',
  title: { en: 'Two-factor code', he: 'קוד לאימות דו-שלבי' },
  sample: {
    email: 'dana@example.test',
    system: 'Cloudberth',
    code: '123456',
    minutes: '10',
    ip: '192.0.2.7',
  },
  plain: ['system'],
  texts: {
    en: {
      subject: 'Your {system} code',
      body: 'Hello,\n\nYour code is:\n\n{code}\n\nIt works once and expires in {minutes} minutes. It was requested from the IP address {ip}.\n\nIf you didn’t request this code, someone else knows your password. Change it now.',
    },
    he: {
      subject: 'הקוד שלך ל-{system}',
      body: 'שלום,\n\nהקוד שלך הוא:\n\n{code}\n\nהקוד חד-פעמי ותקף למשך {minutes} דקות. הוא התבקש מכתובת ה-IP {ip}.\n\nאם לא ביקשת את הקוד, מישהו אחר יודע את הסיסמה שלך. יש להחליף אותה מיד.',
    },
  },
});
