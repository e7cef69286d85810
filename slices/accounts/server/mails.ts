import { defineMail } from '../../../server/platform/mail/mail.ts';

export const emailChangedMail = defineMail({
  kind: 'account.emailChanged',
  title: { en: 'Email address changed by an administrator', he: 'כתובת דוא"ל שהוחלפה על ידי מנהל' },
  sample: { email: 'dana.new@example.test', before: 'dana@example.test', by: 'admin@example.test' },
  texts: {
    en: {
      subject: 'The address of your account was changed',
      body: 'Hello,\n\n{by} has changed the address of your account at {systemName} from {before} to {email}. All its sessions have ended.\n\nIf you did not ask for this, tell your provider at once.',
    },
    he: {
      subject: 'כתובת החשבון שלך הוחלפה',
      body: 'שלום,\n\nהמשתמש {by} החליף את כתובת החשבון שלך ב-{systemName} מ-{before} ל-{email}. כל ההתחברויות לחשבון הסתיימו.\n\nאם לא ביקשת זאת, יש לפנות מיד לספק.',
    },
  },
});

export const emailProofMail = defineMail({
  kind: 'account.emailProof',
  title: { en: 'Verification of an email address set by an administrator', he: 'אימות כתובת דוא"ל שקבע מנהל' },
  sample: { email: 'dana.new@example.test', by: 'admin@example.test', minutes: '60', link: 'https://portal.example.test/validate/3fK…' },
  texts: {
    en: {
      subject: 'Confirm your new address for {systemName}',
      body: 'Hello,\n\n{by} has made {email} the address of your account at {systemName}. Confirm it with the button below; it works once and for {minutes} minutes. Your password stays as it is.',
      action: 'Confirm my address',
    },
    he: {
      subject: 'אישור הכתובת החדשה שלך ב-{systemName}',
      body: 'שלום,\n\nהמשתמש {by} קבע את {email} ככתובת החשבון שלך ב-{systemName}. יש לאשר אותה בכפתור שלמטה; הוא פועל פעם אחת ובמשך {minutes} דקות. הסיסמה אינה משתנה.',
      action: 'אישור הכתובת שלי',
    },
  },
});
