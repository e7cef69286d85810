import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../../server/platform/notify/index.ts';
import { localize } from '../texts/localize.ts';

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
    title: localize('firingNotification.mail.title'),
    sample,
    texts: byLanguage({
      subject: localize('firingNotification.mail.subject'),
      body: localize('firingNotification.mail.body'),
      action: localize('firingNotification.mail.action'),
    }),
  }),
});

export const endedNotification = defineNotification({
  id: 1061,
  set: 'usage',
  mail: defineMail({
    kind: 'alert.ended',
    plain: ['alert', 'name'],
    title: localize('endedNotification.mail.title'),
    sample: { ...sample, value: '61%' },
    texts: byLanguage({
      subject: localize('endedNotification.mail.subject'),
      body: localize('endedNotification.mail.body'),
      action: localize('endedNotification.mail.action'),
    }),
  }),
});

export const testNotification = defineNotification({
  id: 1062,
  set: 'usage',
  mail: defineMail({
    kind: 'alert.test',
    plain: ['alert'],
    title: localize('testNotification.mail.title'),
    sample: { alert: sample.alert, condition: sample.condition, at: sample.at, link: sample.link },
    texts: byLanguage({
      subject: localize('testNotification.mail.subject'),
      body: localize('testNotification.mail.body'),
      action: localize('testNotification.mail.action'),
    }),
  }),
});
