import { defineMail } from '../mail/mail.ts';
import { defineNotification } from './notifications.ts';

/** The notifications of the specification, section 9, by their numbers there. */

const at = '2026-03-01 10:15 UTC';
const account = { email: 'dana@example.com', at, ip: '192.0.2.7' };
const server = { name: 'web-1', at, by: 'dana@example.com', change: 'Resize server web-1 to 4 B cores and 8192 MB' };

const notYou = {
  en: 'If this wasn’t you, change your password at once and contact your administrator.',
  he: 'אם לא ביצעת זאת, יש להחליף סיסמה מיד ולפנות למנהל המערכת.',
};

/** About one's own account. `at`: the moment in words; `ip`: the caller's address. */
export const accountNotifications = {
  passwordChanged: defineNotification({
    id: 2,
    set: 'security',
    isCompulsory: true,
    mail: defineMail({
      kind: 'security.passwordChanged',
      title: { en: 'Password changed', he: 'הסיסמה הוחלפה' },
      sample: account,
      texts: {
        en: {
          subject: 'Your password was changed',
          body: `The password of {email} at {systemName} was changed at {at}, from {ip}.\n\n${notYou.en}`,
        },
        he: {
          subject: 'הסיסמה שלך הוחלפה',
          body: `הסיסמה של {email} ב-{systemName} הוחלפה ב-{at}, מהכתובת {ip}.\n\n${notYou.he}`,
        },
      },
    }),
  }),
  passwordReset: defineNotification({
    id: 128,
    set: 'security',
    isCompulsory: true,
    mail: defineMail({
      kind: 'security.passwordReset',
      title: { en: 'Password reset', he: 'הסיסמה אופסה' },
      sample: account,
      texts: {
        en: {
          subject: 'Your password was reset',
          body: `A new password for {email} at {systemName} was set by a reset link at {at}, from {ip}.\n\n${notYou.en}`,
        },
        he: {
          subject: 'הסיסמה שלך אופסה',
          body: `סיסמה חדשה עבור {email} ב-{systemName} נקבעה באמצעות קישור איפוס ב-{at}, מהכתובת {ip}.\n\n${notYou.he}`,
        },
      },
    }),
  }),
  /** `change` says what changed, in the receiver's language. */
  securityPolicyChanged: defineNotification({
    id: 123,
    set: 'security',
    isCompulsory: true,
    mail: defineMail({
      kind: 'security.policyChanged',
      title: { en: 'Security settings changed', he: 'הגדרות האבטחה השתנו' },
      sample: { ...account, change: 'Two-factor login was switched off.' },
      texts: {
        en: {
          subject: 'The security of your account was changed',
          body: `The security settings of {email} at {systemName} were changed at {at}, from {ip}:\n\n{change}\n\n${notYou.en}`,
        },
        he: {
          subject: 'אבטחת החשבון שלך השתנתה',
          body: `הגדרות האבטחה של {email} ב-{systemName} השתנו ב-{at}, מהכתובת {ip}:\n\n{change}\n\n${notYou.he}`,
        },
      },
    }),
  }),
  loginSucceeded: defineNotification({
    id: 122,
    set: 'security',
    startsOff: true,
    mail: defineMail({
      kind: 'security.loginSucceeded',
      title: { en: 'Login success', he: 'כניסה מוצלחת' },
      sample: { ...account, place: 'Israel', device: 'Firefox 140 on Linux' },
      texts: {
        en: {
          subject: 'Somebody signed in to your account',
          body: `{email} signed in to {systemName} at {at}, from {ip} ({place}) with {device}.\n\n${notYou.en}`,
        },
        he: {
          subject: 'כניסה לחשבון שלך',
          body: `{email} נכנס ל-{systemName} ב-{at}, מהכתובת {ip} ({place}) באמצעות {device}.\n\n${notYou.he}`,
        },
      },
    }),
  }),
  loginFailed: defineNotification({
    id: 10,
    set: 'security',
    mail: defineMail({
      kind: 'security.loginFailed',
      title: { en: 'Login failed', he: 'כניסה שנכשלה' },
      sample: { ...account, failures: '5' },
      texts: {
        en: {
          subject: 'Failed attempts to sign in to your account',
          body: `Somebody tried {failures} times to sign in as {email} at {systemName} and failed, last at {at}, from {ip}.\n\nYour password was not right or the second step was missed, so nobody got in. If it was not you, choose a new password.`,
        },
        he: {
          subject: 'ניסיונות כניסה שנכשלו',
          body: `היו {failures} ניסיונות כניסה שנכשלו בשם {email} ב-{systemName}, האחרון ב-{at}, מהכתובת {ip}.\n\nהסיסמה הייתה שגויה או שהשלב השני לא הושלם, ולכן איש לא נכנס. אם לא ניסית להיכנס, כדאי לבחור סיסמה חדשה.`,
        },
      },
    }),
  }),
  /** `resource` and `limit` in the receiver's language. */
  quotaReached: defineNotification({
    id: 130,
    set: 'usage',
    mail: defineMail({
      kind: 'usage.quotaReached',
      title: { en: 'Quota limit reached', he: 'המכסה מוצתה' },
      sample: { resource: 'Servers', limit: '20', at },
      plain: ['resource'],
      texts: {
        en: {
          subject: 'Quota reached: {resource}',
          body: 'The limit of {limit} for {resource} was reached at {at}. More cannot be added until something is removed or the limit is raised.',
        },
        he: {
          subject: 'המכסה מוצתה: {resource}',
          body: 'המגבלה של {limit} עבור {resource} הושגה ב-{at}. לא ניתן להוסיף עוד עד שמשהו יוסר או שהמגבלה תוגדל.',
        },
      },
    }),
  }),
};

/** About what an account owns. `name`: the server's; `by`: who did it; `change`: what was done, in the receiver's language. */
export const serverNotifications = {
  created: defineNotification({
    id: 7,
    set: 'general',
    mail: defineMail({
      kind: 'server.created',
      title: { en: 'Create server', he: 'יצירת שרת' },
      sample: server,
      plain: ['name'],
      texts: {
        en: { subject: 'Server {name} was created', body: 'The server {name} is ready since {at}. It was made by {by}.' },
        he: { subject: 'השרת {name} נוצר', body: 'השרת {name} מוכן מ-{at}. הוא נוצר על ידי {by}.' },
      },
    }),
  }),
  changed: defineNotification({
    id: 8,
    set: 'general',
    mail: defineMail({
      kind: 'server.changed',
      title: { en: 'Configuration change', he: 'שינוי תצורה' },
      sample: server,
      plain: ['name'],
      texts: {
        en: { subject: 'Server {name} was changed', body: 'The server {name} was changed by {by} at {at}:\n\n{change}' },
        he: { subject: 'השרת {name} השתנה', body: 'השרת {name} שונה על ידי {by} ב-{at}:\n\n{change}' },
      },
    }),
  }),
  diskCloned: defineNotification({
    id: 46,
    set: 'general',
    mail: defineMail({
      kind: 'server.diskCloned',
      title: { en: 'Clone hard disk', he: 'שכפול דיסק' },
      sample: server,
      plain: ['name'],
      texts: {
        en: { subject: '{name} was made from cloned disks', body: 'The hard disks of {name} were cloned by {by} at {at}:\n\n{change}' },
        he: { subject: '{name} נוצר מדיסקים משוכפלים', body: 'הדיסקים של {name} שוכפלו על ידי {by} ב-{at}:\n\n{change}' },
      },
    }),
  }),
  terminated: defineNotification({
    id: 105,
    set: 'general',
    mail: defineMail({
      kind: 'server.terminated',
      title: { en: 'Termination', he: 'הפסקת שרת' },
      sample: server,
      plain: ['name'],
      texts: {
        en: { subject: 'Server {name} was terminated', body: 'The server {name} was terminated by {by} at {at}.' },
        he: { subject: 'השרת {name} נמחק', body: 'השרת {name} נמחק על ידי {by} ב-{at}.' },
      },
    }),
  }),
  /** `title`, `reason`: of the task, in the receiver's language. */
  taskFailed: defineNotification({
    id: 133,
    set: 'general',
    mail: defineMail({
      kind: 'task.failed',
      title: { en: 'Task queue failure', he: 'כשל במשימה' },
      sample: { cmdId: '1042', title: 'Create server web-1', name: 'web-1', reason: 'The datacenter has no room left.', at },
      plain: ['cmdId', 'name'],
      texts: {
        en: {
          subject: 'Task {cmdId} failed: {name}',
          body: 'A task ended without success at {at}: {title}\n\n{reason}\n\nThe queue shows its steps and its log under number {cmdId}.',
        },
        he: {
          subject: 'משימה {cmdId} נכשלה: {name}',
          body: 'משימה הסתיימה ללא הצלחה ב-{at}: {title}\n\n{reason}\n\nבתור המשימות מוצגים השלבים והיומן שלה תחת המספר {cmdId}.',
        },
      },
    }),
  }),
};
