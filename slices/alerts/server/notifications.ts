import { defineMail } from '../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../server/platform/notify/index.ts';

const sample = {
  alert: 'Web servers are busy',
  name: 'web-1',
  condition: 'CPU above 80%',
  value: '93.5%',
  fired: '93.5%',
  at: '2026-03-01 10:15 UTC',
  link: 'https://cloud.example.com/alerts',
};

/**
 * `condition`: the rule as text. `value`: the current value. `fired`: the value the alert fired
 * with. A dash for states without a value.
 */
export const firingNotification = defineNotification({
  id: 1060,
  set: 'usage',
  mail: defineMail({
    kind: 'alert.firing',
    plain: ['alert', 'name'],
    title: { en: 'Alert', he: 'התראה' },
    sample,
    texts: {
      en: {
        subject: 'Alert: {alert} – {name}',
        body: 'Condition: {condition}\nServer: {name}\nSince: {at}\nValue when the alert fired: {fired}\n\nWe’ll email you again when the alert clears. Acknowledge it to let others know that you’ve seen it.',
        action: 'View alert',
      },
      he: {
        subject: 'התראה: {alert} – {name}',
        body: 'תנאי: {condition}\nשרת: {name}\nהחל מ: {at}\nהערך בעת ההתראה: {fired}\n\nהודעה נוספת תישלח כשההתראה תסתיים. אישור ההתראה מראה לאחרים שראית אותה.',
        action: 'לצפייה בהתראה',
      },
    },
  }),
});

export const endedNotification = defineNotification({
  id: 1061,
  set: 'usage',
  mail: defineMail({
    kind: 'alert.ended',
    plain: ['alert', 'name'],
    title: { en: 'Alert cleared', he: 'ההתראה הסתיימה' },
    sample: { ...sample, value: '61%' },
    texts: {
      en: {
        subject: 'Cleared: {alert} – {name}',
        body: 'The alert cleared on {at}.\n\nCondition: {condition}\nServer: {name}\nValue when the alert fired: {fired}\nCurrent value: {value}',
        action: 'View alert',
      },
      he: {
        subject: 'ההתראה הסתיימה: {alert} – {name}',
        body: 'ההתראה הסתיימה ב-{at}.\n\nתנאי: {condition}\nשרת: {name}\nהערך בעת ההתראה: {fired}\nהערך הנוכחי: {value}',
        action: 'לצפייה בהתראה',
      },
    },
  }),
});

export const testNotification = defineNotification({
  id: 1062,
  set: 'usage',
  mail: defineMail({
    kind: 'alert.test',
    plain: ['alert'],
    title: { en: 'Test alert', he: 'התראת בדיקה' },
    sample: { alert: sample.alert, condition: sample.condition, at: sample.at, link: sample.link },
    texts: {
      en: {
        subject: 'Test alert: {alert}',
        body: 'This is a test of the alert {alert} ({condition}), requested on {at}. No action is required.',
        action: 'View alert',
      },
      he: {
        subject: 'התראת בדיקה: {alert}',
        body: 'זו בדיקה של ההתראה {alert} ({condition}), שהתבקשה ב-{at}. אין צורך בפעולה.',
        action: 'לצפייה בהתראה',
      },
    },
  }),
});
