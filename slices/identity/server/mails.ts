import { defineMail } from '../../../server/platform/mail/mail.ts';

const linkSample = 'https://portal.example.test/validate/3fK…';

export const validateMail = defineMail({
  kind: 'account.validate',
  title: { en: 'Email verification', he: 'אימות כתובת דוא"ל' },
  sample: { email: 'dana@example.test', system: 'Cloudberth', link: linkSample, minutes: '60' },
  plain: ['system'],
  texts: {
    en: {
      subject: 'Confirm your address for {system}',
      body: 'Hello,\n\nsomebody, most likely you, gave {email} as the address of an account at {system}. Confirm it with the button below; it works once and for {minutes} minutes.\n\nIf it was not you, do nothing: without this the account cannot be used.',
      action: 'Confirm my address',
    },
    he: {
      subject: 'אישור הכתובת שלך ב-{system}',
      body: 'שלום,\n\nמישהו, ככל הנראה את או אתה, מסר את {email} ככתובת של חשבון ב-{system}. יש לאשר אותה בכפתור שלמטה; הוא פועל פעם אחת ובמשך {minutes} דקות.\n\nאם לא ביקשת זאת, אין צורך לעשות דבר: ללא אישור לא ניתן להשתמש בחשבון.',
      action: 'אישור הכתובת שלי',
    },
  },
});

export const accountExistsMail = defineMail({
  kind: 'account.exists',
  title: { en: 'Sign-up with an existing email address', he: 'הרשמה עם כתובת דוא"ל קיימת' },
  sample: { email: 'dana@example.test', system: 'Cloudberth', link: 'https://portal.example.test/forgot' },
  plain: ['system'],
  texts: {
    en: {
      subject: 'You already have an account at {system}',
      body: 'Hello,\n\nsomebody, most likely you, tried to open an account at {system} with {email}. There is one already, so nothing was changed.\n\nIf you have forgotten its password, set a new one.',
      action: 'Set a new password',
    },
    he: {
      subject: 'כבר יש לך חשבון ב-{system}',
      body: 'שלום,\n\nמישהו, ככל הנראה את או אתה, ניסה לפתוח חשבון ב-{system} עם {email}. כבר קיים חשבון כזה, ולכן דבר לא השתנה.\n\nאם הסיסמה נשכחה, אפשר לקבוע חדשה.',
      action: 'קביעת סיסמה חדשה',
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
      subject: 'Set a new password for {system}',
      body: 'Hello,\n\na new password was asked for the account {email} at {system}, from the address {ip}. Set it with the button below; it works once and for {minutes} minutes. All sessions of the account end with it.\n\nIf it was not you, do nothing: the password stays as it is.',
      action: 'Set a new password',
    },
    he: {
      subject: 'קביעת סיסמה חדשה ל-{system}',
      body: 'שלום,\n\nהתבקשה סיסמה חדשה לחשבון {email} ב-{system}, מהכתובת {ip}. ניתן לקבוע אותה בכפתור שלמטה; הוא פועל פעם אחת ובמשך {minutes} דקות. כל ההתחברויות לחשבון יסתיימו.\n\nאם לא ביקשת זאת, אין צורך לעשות דבר: הסיסמה אינה משתנה.',
      action: 'קביעת סיסמה חדשה',
    },
  },
});

export const codeMail = defineMail({
  kind: 'account.code',
  title: { en: 'Two-factor code', he: 'קוד לאימות דו-שלבי' },
  sample: { email: 'dana@example.test', system: 'Cloudberth', code: '123456', minutes: '10', ip: '192.0.2.7' },
  plain: ['system'],
  texts: {
    en: {
      subject: 'Your code for {system}',
      body: 'Hello,\n\nyour code is\n\n{code}\n\nIt works once and for {minutes} minutes. It was asked for from the address {ip}.\n\nIf it was not you, somebody knows your password: change it.',
    },
    he: {
      subject: 'הקוד שלך ל-{system}',
      body: 'שלום,\n\nהקוד שלך הוא\n\n{code}\n\nהוא פועל פעם אחת ובמשך {minutes} דקות. הוא התבקש מהכתובת {ip}.\n\nאם לא ביקשת זאת, מישהו יודע את הסיסמה שלך: יש להחליף אותה.',
    },
  },
});
