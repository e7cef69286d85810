import { defineMail } from '../../../server/platform/mail/mail.ts';

export const invitationMail = defineMail({
  kind: 'user.invited',
  title: { en: 'Account invitation', he: 'הזמנה לפתיחת חשבון' },
  sample: {
    email: 'dana@example.test',
    by: 'admin@example.test',
    days: '7',
    link: 'https://portal.example.test/setPassword/3fK…',
  },
  texts: {
    en: {
      subject: 'You are invited to {systemName}',
      body: 'Hello,\n\n{by} has made an account for {email} at {systemName}. Set your password with the button below; it works once and for {days} days.\n\nIf you do not know what this is about, do nothing: without a password nobody can use the account.',
      action: 'Set my password',
    },
    he: {
      subject: 'הוזמנת ל-{systemName}',
      body: 'שלום,\n\nהמשתמש {by} פתח עבור {email} חשבון ב-{systemName}. יש לקבוע סיסמה בכפתור שלמטה; הוא פועל פעם אחת ובמשך {days} ימים.\n\nאם אינך יודע במה מדובר, אין צורך לעשות דבר: ללא סיסמה לא ניתן להשתמש בחשבון.',
      action: 'קביעת הסיסמה שלי',
    },
  },
});

export const actedForMail = defineMail({
  kind: 'user.actedFor',
  title: { en: 'Someone is acting for you', he: 'מישהו פועל בשמך' },
  sample: {
    email: 'dana@example.test',
    by: 'admin@example.test',
    reason: 'You asked why web-1 does not start (call 4711).',
    until: '2026-03-01 10:15 UTC',
    how: 'to look only',
    link: 'https://portal.example.test/users/3fK/8aB/history',
  },
  plain: ['by'],
  texts: {
    en: {
      subject: '{by} looks at your account',
      body: 'Hello,\n\n{by} has opened the account {email} at {systemName} in your place, {how}, until {until} at the latest.\n\nThe reason given: {reason}\n\nWhat is done stands in the history of your account. If you did not expect this, ask your provider.',
      action: 'Read the history',
    },
    he: {
      subject: 'המשתמש {by} צופה בחשבונך',
      body: 'שלום,\n\nהמשתמש {by} פתח את החשבון {email} ב-{systemName} במקומך, {how}, עד {until} לכל המאוחר.\n\nהסיבה שנמסרה: {reason}\n\nכל הנעשה נרשם בהיסטוריה של החשבון. אם לא ציפית לכך, יש לפנות לספק.',
      action: 'לקריאת ההיסטוריה',
    },
  },
});
