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
      subject: 'Verify your new email address for {systemName}',
      body: 'Hello,\n\nA change of email address from {email} to {newEmail} was requested for your {systemName} account. Use the button below to verify the new address. The link works once and expires in {minutes} minutes. After that, sign in with {newEmail}.\n\nIf you didn’t request this change, you can ignore this email. The address won’t change.',
      action: 'Verify new address',
    },
    he: {
      subject: 'אימות כתובת הדוא"ל החדשה שלך ב-{systemName}',
      body: 'שלום,\n\nהתבקש שינוי של כתובת הדוא"ל בחשבונך ב-{systemName} מ-{email} ל-{newEmail}. אפשר לאמת את הכתובת החדשה באמצעות הכפתור שלמטה. הקישור חד-פעמי ותקף למשך {minutes} דקות. לאחר האימות יש להיכנס עם {newEmail}.\n\nאם לא ביקשת את השינוי, אפשר להתעלם מההודעה. הכתובת לא תשתנה.',
      action: 'אימות הכתובת החדשה',
    },
  },
});

export const addressLeavesMail = defineMail({
  kind: 'account.addressLeaves',
  title: { en: 'Email address change requested', he: 'התבקש שינוי של כתובת הדוא"ל' },
  sample: {
    email: 'dana@example.test',
    newEmail: 'dana.new@example.test',
    ip: '192.0.2.7',
    at: '2026-03-01 10:15 UTC',
  },
  texts: {
    en: {
      subject: 'Email address change requested at {systemName}',
      body: 'Hello,\n\nA change of the email address of your {systemName} account from {email} to {newEmail} was requested on {at} from the IP address {ip}. The address changes once the link sent to the new address is opened.\n\nIf this wasn’t you, sign in now, change your password, and sign out all other sessions.',
    },
    he: {
      subject: 'התבקש שינוי של כתובת הדוא"ל ב-{systemName}',
      body: 'שלום,\n\nב-{at} התבקש מכתובת ה-IP {ip} שינוי של כתובת הדוא"ל בחשבונך ב-{systemName} מ-{email} ל-{newEmail}. הכתובת תשתנה לאחר פתיחת הקישור שנשלח לכתובת החדשה.\n\nאם לא ביקשת זאת, יש להיכנס כעת, להחליף את הסיסמה ולנתק את כל החיבורים האחרים.',
    },
  },
});
