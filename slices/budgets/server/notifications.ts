import { defineMail } from '../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../server/platform/notify/index.ts';

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
 * `reached`: the thresholds in percent; `done`: the actions taken besides this notification, as
 * whole sentences.
 */
export const reachedNotification = defineNotification({
  id: 1090,
  set: 'usage',
  mail: defineMail({
    kind: 'budget.reached',
    plain: ['budget', 'reached'],
    title: { en: 'Budget threshold reached', he: 'תקציב הגיע לסף' },
    sample,
    texts: {
      en: {
        subject: 'Budget {budget}: {reached} reached',
        body: 'The budget {budget} reached {reached}.\n\nSpent this month: {spent}\nForecast for the month: {forecast}\nBudget: {amount}\n\n{done}',
        action: 'View budget',
      },
      he: {
        subject: 'התקציב {budget} הגיע ל-{reached}',
        body: 'התקציב {budget} הגיע ל-{reached}.\n\nהוצא החודש עד כה: {spent}\nתחזית לחודש כולו: {forecast}\nתקציב: {amount}\n\n{done}',
        action: 'פתיחת התקציב',
      },
    },
  }),
});

export const actedNotification = defineNotification({
  id: 1091,
  set: 'usage',
  mail: defineMail({
    kind: 'budget.acted',
    plain: ['budget', 'reached'],
    title: { en: 'Budget blocked orders or stopped servers', he: 'תקציב חסם הזמנות או עצר שרתים' },
    sample: {
      ...sample,
      reached: '100%',
      done: 'New, cloned, restored, and larger servers are blocked until the month ends, the budget is raised, or its block is lifted.',
    },
    texts: {
      en: {
        subject: 'Budget {budget}: {reached} reached, action taken',
        body: 'The budget {budget} reached {reached}. {done}\n\nSpent this month: {spent}\nForecast for the month: {forecast}\nBudget: {amount}',
        action: 'View budget',
      },
      he: {
        subject: 'התקציב {budget} הגיע ל-{reached} ובוצעה פעולה',
        body: 'התקציב {budget} הגיע ל-{reached}. {done}\n\nהוצא החודש עד כה: {spent}\nתחזית לחודש כולו: {forecast}\nתקציב: {amount}',
        action: 'פתיחת התקציב',
      },
    },
  }),
});

export const liftedNotification = defineNotification({
  id: 1092,
  set: 'usage',
  mail: defineMail({
    kind: 'budget.lifted',
    plain: ['budget', 'by'],
    title: { en: 'Budget block lifted', he: 'חסימת תקציב הוסרה' },
    sample: { budget: sample.budget, by: 'admin@example.com', link: sample.link },
    texts: {
      en: {
        subject: 'Budget {budget}: new orders allowed again',
        body: '{by} lifted the block on the budget {budget}. New orders are allowed for the rest of the month.',
        action: 'View budget',
      },
      he: {
        subject: 'תקציב {budget}: הזמנות חדשות מתקבלות שוב',
        body: 'החסימה של התקציב {budget} הוסרה על ידי {by}. הזמנות חדשות יתקבלו עד סוף החודש.',
        action: 'פתיחת התקציב',
      },
    },
  }),
});
