import { defineMail } from '../../../server/platform/mail/mail.ts';

export const emailChangedMail = defineMail({
  kind: 'account.emailChanged',
  title: { en: 'Email address changed by an administrator', he: 'כתובת דוא"ל שהוחלפה על ידי מנהל' },
  sample: { email: 'dana.new@example.test', before: 'dana@example.test', by: 'admin@example.test' },
  texts: {
    en: {
      subject: 'Your email address was changed',
      body: 'Hello,\n\n{by} changed the email address of your {systemName} account from {before} to {email}. All sessions were signed out.\n\nIf you didn’t request this change, contact your provider immediately.',
    },
    he: {
      subject: 'כתובת הדוא"ל שלך הוחלפה',
      body: 'שלום,\n\nכתובת הדוא"ל של חשבונך ב-{systemName} הוחלפה על ידי {by} מ-{before} ל-{email}. כל החיבורים לחשבון נותקו.\n\nאם לא ביקשת את השינוי, יש לפנות מיד לספק.',
    },
  },
});

export const emailProofMail = defineMail({
  kind: 'account.emailProof',
  title: {
    en: 'Verification of an email address set by an administrator',
    he: 'אימות כתובת דוא"ל שקבע מנהל',
  },
  sample: {
    email: 'dana.new@example.test',
    by: 'admin@example.test',
    minutes: '60',
    link: 'https://portal.example.test/validate/3fK…',
  },
  texts: {
    en: {
      subject: 'Verify your new email address for {systemName}',
      body: 'Hello,\n\n{by} changed the email address of your {systemName} account to {email}. Use the button below to verify it. The link works once and expires in {minutes} minutes. Your password doesn’t change.',
      action: 'Verify email address',
    },
    he: {
      subject: 'אימות כתובת הדוא"ל החדשה שלך ב-{systemName}',
      body: 'שלום,\n\nכתובת הדוא"ל של חשבונך ב-{systemName} הוחלפה על ידי {by} ל-{email}. אפשר לאמת אותה באמצעות הכפתור שלמטה. הקישור חד-פעמי ותקף למשך {minutes} דקות. הסיסמה אינה משתנה.',
      action: 'אימות כתובת הדוא"ל',
    },
  },
});
