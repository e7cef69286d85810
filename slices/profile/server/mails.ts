import { defineMail } from '../../../server/platform/mail/mail.ts';

export const newAddressMail = defineMail({
  kind: 'account.newAddress',
  title: { en: 'Verification of a new email address', he: 'אימות כתובת דוא"ל חדשה' },
  sample: {
    email: 'dana@example.test',
    newEmail: 'dana.new@example.test',
    link: 'https://portal.example.test/validate/3fK…',
    minutes: '60',
  },
  texts: {
    en: {
      subject: 'Confirm your new address for {systemName}',
      body: 'Hello,\n\nthe account {email} at {systemName} is to have the address {newEmail}. Confirm it with the button below; it works once and for {minutes} minutes. From then on sign in with {newEmail}.\n\nIf you do not know of this, do nothing: the account keeps its address.',
      action: 'Confirm my new address',
    },
    he: {
      subject: 'אישור הכתובת החדשה שלך ב-{systemName}',
      body: 'שלום,\n\nהכתובת של החשבון {email} ב-{systemName} עומדת להשתנות ל-{newEmail}. יש לאשר זאת בכפתור שלמטה; הוא פועל פעם אחת ובמשך {minutes} דקות. מרגע זה יש להיכנס עם {newEmail}.\n\nאם הדבר אינו מוכר לך, אין צורך לעשות דבר: הכתובת אינה משתנה.',
      action: 'אישור הכתובת החדשה',
    },
  },
});

export const addressLeavesMail = defineMail({
  kind: 'account.addressLeaves',
  title: { en: 'Email address change requested', he: 'התבקש שינוי של כתובת הדוא"ל' },
  sample: { email: 'dana@example.test', newEmail: 'dana.new@example.test', ip: '192.0.2.7', at: '2026-03-01 10:15 UTC' },
  texts: {
    en: {
      subject: 'Another address was asked for your account at {systemName}',
      body: 'Hello,\n\nat {at}, from the address {ip}, the account {email} at {systemName} was asked to have the address {newEmail} instead. It changes once the link mailed there was followed.\n\nIf this was not you, sign in now, set a new password and sign out every other session.',
    },
    he: {
      subject: 'התבקשה כתובת אחרת לחשבון שלך ב-{systemName}',
      body: 'שלום,\n\nב-{at}, מהכתובת {ip}, התבקש להחליף את כתובת החשבון {email} ב-{systemName} ל-{newEmail}. היא תשתנה לאחר לחיצה על הקישור שנשלח לשם.\n\nאם לא ביקשת זאת, יש להיכנס כעת, לקבוע סיסמה חדשה ולנתק כל התחברות אחרת.',
    },
  },
});
