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
    title: {
      en: 'Prepaid balance lasts less than three days',
      he: 'היתרה מראש תספיק לפחות משלושה ימים',
    },
    sample,
    texts: {
      en: {
        subject: 'Your balance lasts less than three days',
        body: 'At your current usage, your balance will last less than three days ({left}).\n\nBalance: {balance}\nNot yet invoiced: {used}\n\nRunning services keep running. New orders are declined once your balance is used up.',
        action: 'Add funds',
      },
      he: {
        subject: 'היתרה שלך תספיק לפחות משלושה ימים',
        body: 'לפי השימוש הנוכחי, היתרה שלך תספיק לפחות משלושה ימים ({left}).\n\nיתרה: {balance}\nנוצל וטרם חויב: {used}\n\nהשירותים הפועלים ימשיכו לפעול. הזמנות חדשות יידחו לאחר שהיתרה תנוצל.',
        action: 'הוספת כספים',
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
        body: 'Your balance is used up ({left}).\n\nBalance: {balance}\nNot yet invoiced: {used}\n\nRunning services keep running and continue to be charged. New orders are declined until you add funds.',
        action: 'Add funds',
      },
      he: {
        subject: 'היתרה שלך נוצלה במלואה',
        body: 'היתרה שלך נוצלה ({left}).\n\nיתרה: {balance}\nנוצל וטרם חויב: {used}\n\nהשירותים הפועלים ימשיכו לפעול ולהיות מחויבים. הזמנות חדשות יידחו עד להוספת כספים.',
        action: 'הוספת כספים',
      },
    },
  }),
});
