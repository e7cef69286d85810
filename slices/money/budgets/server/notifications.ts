import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../../server/platform/notify/index.ts';
import { localize } from '../texts/localize.ts';

const sample = {
  budget: 'Web shop',
  reached: '80%',
  spent: '80.40 USD',
  forecast: '121.00 USD',
  amount: '100.00 USD',
  done: 'No other actions were taken.',
  link: 'https://cloud.example.com/budgets',
};

/**
 * `reached`: the thresholds in percent. `done`: the actions besides this notification, as whole
 * sentences.
 */
export const thresholdNotification = defineNotification({
  id: 1090,
  set: 'usage',
  mail: defineMail({
    kind: 'budget.reached',
    plain: ['budget', 'reached'],
    title: localize('reachedNotification.mail.title'),
    sample,
    texts: byLanguage({
      subject: localize('reachedNotification.mail.subject'),
      body: localize('reachedNotification.mail.body'),
      action: localize('reachedNotification.mail.action'),
    }),
  }),
});

export const actedNotification = defineNotification({
  id: 1091,
  set: 'usage',
  mail: defineMail({
    kind: 'budget.acted',
    plain: ['budget', 'reached'],
    title: localize('actedNotification.mail.title'),
    sample: {
      ...sample,
      reached: '100%',
      done: 'New, cloned, restored, and larger servers are blocked until the month ends, the budget is raised, or its block is lifted.',
    },
    texts: byLanguage({
      subject: localize('actedNotification.mail.subject'),
      body: localize('actedNotification.mail.body'),
      action: localize('actedNotification.mail.action'),
    }),
  }),
});

export const liftedNotification = defineNotification({
  id: 1092,
  set: 'usage',
  mail: defineMail({
    kind: 'budget.lifted',
    plain: ['budget', 'by'],
    title: localize('liftedNotification.mail.title'),
    sample: { budget: sample.budget, by: 'admin@example.com', link: sample.link },
    texts: byLanguage({
      subject: localize('liftedNotification.mail.subject'),
      body: localize('liftedNotification.mail.body'),
      action: localize('liftedNotification.mail.action'),
    }),
  }),
});
