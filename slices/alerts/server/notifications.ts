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

/** `condition`: what is watched, in words; `value`: the one it is told of; `fired`: the one it fired with; a line where nothing is measured. */
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
        body: '{condition} on {name} since {at}. It fired at {fired}.\n\nYou are told once more when it ends. Acknowledge it to show others that you know.',
        action: 'Open the alert',
      },
      he: {
        subject: 'התראה: {alert} – {name}',
        body: '{condition} בשרת {name} מאז {at}. הערך בעת ההפעלה: {fired}.\n\nהודעה נוספת תישלח כשזה יסתיים. אישור ההתראה מראה לאחרים שהדבר ידוע.',
        action: 'פתיחת ההתראה',
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
        subject: 'Ended: {alert} – {name}',
        body: 'The alert on {name} ended at {at}: {condition} is no longer so. It fired at {fired}; the value now: {value}.',
        action: 'Open the alert',
      },
      he: {
        subject: 'הסתיים: {alert} – {name}',
        body: 'ההתראה על {name} הסתיימה ב-{at}: המצב "{condition}" כבר אינו מתקיים. הערך בעת ההפעלה: {fired}; הערך כעת: {value}.',
        action: 'פתיחת ההתראה',
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
        subject: 'Test: {alert}',
        body: 'This is a test of the alert {alert} ({condition}), asked for at {at}. Nothing is wrong.',
        action: 'Open the alert',
      },
      he: {
        subject: 'בדיקה: {alert}',
        body: 'זו בדיקה של ההתראה {alert} ({condition}), שהתבקשה ב-{at}. הכול תקין.',
        action: 'פתיחת ההתראה',
      },
    },
  }),
});
