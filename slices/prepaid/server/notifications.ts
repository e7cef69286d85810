import { defineMail } from '../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../server/platform/notify/index.ts';

const sample = {
  left: '4.10 USD',
  balance: '30.00 USD',
  used: '25.90 USD',
  link: 'https://cloud.example.com/billing',
};

export const shortNotification = defineNotification({
  id: 1120,
  set: 'usage',
  mail: defineMail({
    kind: 'prepaid.short',
    plain: ['left'],
    title: { en: 'Prepaid balance lasts less than three days', he: 'היתרה מראש תספיק לפחות משלושה ימים' },
    sample,
    texts: {
      en: {
        subject: 'Your balance lasts less than three days',
        body: 'If everything goes on as it is, what is left of your balance lasts less than three days: {left}.\n\nBalance: {balance}\nUsed and not invoiced yet: {used}\n\nWhat runs goes on. New orders are refused once nothing is left.',
        action: 'Pay in',
      },
      he: {
        subject: 'היתרה שלך תספיק לפחות משלושה ימים',
        body: 'אם הכול יימשך כפי שהוא, מה שנותר מהיתרה יספיק לפחות משלושה ימים: {left}.\n\nיתרה: {balance}\nנוצל וטרם חויב: {used}\n\nמה שפועל ממשיך לפעול. הזמנות חדשות יידחו כשלא ייוותר דבר.',
        action: 'להפקדה',
      },
    },
  }),
});

export const goneNotification = defineNotification({
  id: 1121,
  set: 'usage',
  mail: defineMail({
    kind: 'prepaid.gone',
    plain: ['left'],
    title: { en: 'Prepaid balance used up', he: 'היתרה מראש נוצלה' },
    sample: { ...sample, left: '-1.20 USD', used: '31.20 USD' },
    texts: {
      en: {
        subject: 'Your balance is used up',
        body: 'Nothing is left of your balance: {left}.\n\nBalance: {balance}\nUsed and not invoiced yet: {used}\n\nWhat runs goes on and costs on. New orders are refused until you have paid in.',
        action: 'Pay in',
      },
      he: {
        subject: 'היתרה שלך נוצלה במלואה',
        body: 'לא נותר דבר מהיתרה: {left}.\n\nיתרה: {balance}\nנוצל וטרם חויב: {used}\n\nמה שפועל ממשיך לפעול ולעלות כסף. הזמנות חדשות יידחו עד להפקדה.',
        action: 'להפקדה',
      },
    },
  }),
});
