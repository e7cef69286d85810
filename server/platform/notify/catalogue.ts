import { defineMail } from '../mail/mail.ts';
import { defineNotification } from './notifications.ts';

/** The notifications of the specification, section 9, by their numbers there. */

const at = '2026-03-01 10:15 UTC';
const account = { email: 'dana@example.com', at, ip: '192.0.2.7' };
const server = {
  name: 'web-1',
  at,
  by: 'dana@example.com',
  change: 'Resize server web-1 to 4 B cores and 8192 MB',
};

const notYou = {
  en: 'If this wasn’t you, change your password immediately and contact your administrator.',
  he: 'אם לא ביצעת זאת, יש להחליף סיסמה מיד ולפנות למנהל המערכת.',
};

/** About the user's own account. `at`: the formatted time; `ip`: the caller's IP address. */
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
          body: `The password for {email} at {systemName} was changed on {at} from the IP address {ip}.\n\n${notYou.en}`,
        },
        he: {
          subject: 'הסיסמה שלך הוחלפה',
          body: `הסיסמה של {email} ב-{systemName} הוחלפה ב-{at} מכתובת ה-IP {ip}.\n\n${notYou.he}`,
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
          body: `The password for {email} at {systemName} was reset with an emailed link on {at} from the IP address {ip}.\n\n${notYou.en}`,
        },
        he: {
          subject: 'הסיסמה שלך אופסה',
          body: `הסיסמה של {email} ב-{systemName} אופסה באמצעות קישור שנשלח בדוא"ל ב-{at} מכתובת ה-IP {ip}.\n\n${notYou.he}`,
        },
      },
    }),
  }),
  /** `change`: the change, in the recipient's language. */
  securityPolicyChanged: defineNotification({
    id: 123,
    set: 'security',
    isCompulsory: true,
    mail: defineMail({
      kind: 'security.policyChanged',
      title: { en: 'Security settings changed', he: 'הגדרות האבטחה השתנו' },
      sample: { ...account, change: 'Two-factor authentication was turned off.' },
      texts: {
        en: {
          subject: 'Your security settings were changed',
          body: `The security settings of {email} at {systemName} were changed on {at} from the IP address {ip}.\n\n{change}\n\n${notYou.en}`,
        },
        he: {
          subject: 'הגדרות האבטחה של חשבונך השתנו',
          body: `הגדרות האבטחה של {email} ב-{systemName} השתנו ב-{at} מכתובת ה-IP {ip}.\n\n{change}\n\n${notYou.he}`,
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
          subject: 'New sign-in to your account',
          body: `{email} signed in to {systemName}.\n\nTime: {at}\nIP address: {ip} ({place})\nDevice: {device}\n\n${notYou.en}`,
        },
        he: {
          subject: 'כניסה חדשה לחשבון שלך',
          body: `בוצעה כניסה לחשבון {email} ב-{systemName}.\n\nזמן: {at}\nכתובת IP: {ip} ({place})\nמכשיר: {device}\n\n${notYou.he}`,
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
          subject: 'Failed sign-ins to your account',
          body: `There were {failures} failed attempts to sign in as {email} at {systemName}. The last one was on {at} from the IP address {ip}.\n\nThe password was wrong or two-factor authentication wasn’t completed, so no one signed in. If this wasn’t you, change your password.`,
        },
        he: {
          subject: 'ניסיונות כניסה שנכשלו',
          body: `היו {failures} ניסיונות כניסה כושלים לחשבון {email} ב-{systemName}. האחרון היה ב-{at} מכתובת ה-IP {ip}.\n\nהסיסמה הייתה שגויה או שהאימות הדו-שלבי לא הושלם, ולכן לא בוצעה כניסה. אם לא ניסית להיכנס, יש להחליף את הסיסמה.`,
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
          body: 'Your quota for {resource} ({limit}) was reached on {at}. To add more, remove some first or ask your administrator to raise the limit.',
        },
        he: {
          subject: 'המכסה מוצתה: {resource}',
          body: 'המכסה שלך עבור {resource} ({limit}) מוצתה ב-{at}. כדי להוסיף עוד, יש להסיר משאבים קיימים או לבקש ממנהל המערכת להגדיל את המגבלה.',
        },
      },
    }),
  }),
};

/**
 * About an account's servers. `name`: the server name; `by`: who made the change; `change`: the
 * change, in the recipient's language.
 */
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
        en: {
          subject: 'Server {name} was created',
          body: '{by} created the server {name}. The server has been ready since {at}.',
        },
        he: {
          subject: 'השרת {name} נוצר',
          body: 'השרת {name} נוצר על ידי {by}. השרת מוכן החל מ-{at}.',
        },
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
        en: {
          subject: 'Server {name} was changed',
          body: '{by} changed the server {name} on {at}:\n\n{change}',
        },
        he: {
          subject: 'השרת {name} השתנה',
          body: 'השרת {name} שונה על ידי {by} ב-{at}:\n\n{change}',
        },
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
        en: {
          subject: 'Server {name} was cloned',
          body: '{by} cloned the disks of {name} on {at}:\n\n{change}',
        },
        he: {
          subject: 'השרת {name} שוכפל',
          body: 'הדיסקים של {name} שוכפלו על ידי {by} ב-{at}:\n\n{change}',
        },
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
        en: {
          subject: 'Server {name} was terminated',
          body: '{by} terminated the server {name} on {at}.',
        },
        he: { subject: 'השרת {name} הופסק', body: 'השרת {name} הופסק על ידי {by} ב-{at}.' },
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
      sample: {
        cmdId: '1042',
        title: 'Create server web-1',
        name: 'web-1',
        reason: 'The datacenter has no room left.',
        at,
      },
      plain: ['cmdId', 'name'],
      texts: {
        en: {
          subject: 'Task {cmdId} failed: {name}',
          body: 'A task failed on {at}: {title}\n\n{reason}\n\nYou can find its steps and log in the task queue under number {cmdId}.',
        },
        he: {
          subject: 'משימה {cmdId} נכשלה: {name}',
          body: 'משימה נכשלה ב-{at}: {title}\n\n{reason}\n\nהשלבים והיומן של המשימה מופיעים בתור המשימות תחת המספר {cmdId}.',
        },
      },
    }),
  }),
};
