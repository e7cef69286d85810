import { defineMail } from '../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../server/platform/notify/index.ts';

const sample = {
  budget: 'Web shop',
  reached: '80%',
  spent: '80.40 USD',
  forecast: '121.00 USD',
  amount: '100.00 USD',
  done: 'Nothing else was done.',
  link: 'https://cloud.example.com/budgets',
};

/** `reached`: the thresholds in percent; `done`: what was done besides telling. */
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
        body: 'The budget {budget} has come to {reached}.\n\nSpent this month so far: {spent}\nForecast for the whole month: {forecast}\nBudget: {amount}\n\n{done}',
        action: 'Open the budget',
      },
      he: {
        subject: 'תקציב {budget}: הגיע ל-{reached}',
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
      done: 'New servers, copies, restored and larger servers are refused until 2026-04-01, or until the budget is raised or its block is lifted.',
    },
    texts: {
      en: {
        subject: 'Budget {budget}: {reached} reached, and acted upon',
        body: 'The budget {budget} has come to {reached}. {done}\n\nSpent this month so far: {spent}\nForecast for the whole month: {forecast}\nBudget: {amount}',
        action: 'Open the budget',
      },
      he: {
        subject: 'תקציב {budget}: הגיע ל-{reached}, וננקטה פעולה',
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
        subject: 'Budget {budget}: new orders are let through again',
        body: '{by} has lifted the block of the budget {budget}. New orders are let through for the rest of the month.',
        action: 'Open the budget',
      },
      he: {
        subject: 'תקציב {budget}: הזמנות חדשות מתקבלות שוב',
        body: 'החסימה של התקציב {budget} הוסרה בידי {by}. הזמנות חדשות מתקבלות עד סוף החודש.',
        action: 'פתיחת התקציב',
      },
    },
  }),
});
