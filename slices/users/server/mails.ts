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
      subject: 'You’re invited to {systemName}',
      body: 'Hello,\n\n{by} created a {systemName} account for {email}. Use the button below to set your password. The link works once and expires in {days} days.\n\nIf you weren’t expecting this invitation, you can ignore this email. The account can’t be used until a password is set.',
      action: 'Set password',
    },
    he: {
      subject: 'הוזמנת ל-{systemName}',
      body: 'שלום,\n\nנפתח עבור {email} חשבון ב-{systemName} על ידי {by}. אפשר לקבוע סיסמה באמצעות הכפתור שלמטה. הקישור חד-פעמי ותקף למשך {days} ימים.\n\nאם לא ציפית להזמנה, אפשר להתעלם מההודעה. לא ניתן להשתמש בחשבון לפני קביעת סיסמה.',
      action: 'קביעת סיסמה',
    },
  },
});

export const actedForMail = defineMail({
  kind: 'user.actedFor',
  title: { en: 'Someone is acting for you', he: 'מישהו פועל בשמך' },
  sample: {
    email: 'dana@example.test',
    by: 'admin@example.test',
    reason: 'You asked why web-1 doesn’t start (ticket 4711).',
    until: '2026-03-01 10:15 UTC',
    how: 'read-only',
    link: 'https://portal.example.test/users/3fK/8aB/history',
  },
  plain: ['by'],
  texts: {
    en: {
      subject: '{by} is signed in on your behalf',
      body: 'Hello,\n\n{by} is signed in to your {systemName} account {email} on your behalf ({how}), until {until} at the latest.\n\nReason: {reason}\n\nEverything they do appears in your activity log. If you didn’t expect this, contact your provider.',
      action: 'View activity log',
    },
    he: {
      subject: 'כניסה לחשבונך בשמך על ידי {by}',
      body: 'שלום,\n\nבוצעה כניסה בשמך לחשבון {email} ב-{systemName} על ידי {by} ({how}), עד {until} לכל המאוחר.\n\nסיבה: {reason}\n\nכל הפעולות מופיעות ביומן הפעילות שלך. אם לא ציפית לכך, יש לפנות לספק.',
      action: 'ליומן הפעילות',
    },
  },
});
