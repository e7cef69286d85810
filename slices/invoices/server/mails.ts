import { defineMail } from '../../../server/platform/mail/mail.ts';

const sample = {
  ...{ number: 'INV-2026-000042', total: '118.00 EUR', period: 'March 2026', company: 'Example Clouds Ltd', dueOn: '15 April 2026' },
  link: 'https://cloud.example.com/billing/history/invoices/1',
};
const plain = ['number', 'period', 'company'] as const;

/** What comes with a document, by its kind. The document itself rides along. */
export const documentMails = {
  invoice: defineMail({
    kind: 'invoices.issued',
    title: { en: 'Invoice', he: 'חשבונית' },
    sample,
    plain,
    texts: {
      en: {
        subject: 'Invoice {number} of {company}',
        body: 'Invoice {number} for {period} is attached.\n\nIt comes to {total} and is to be paid by {dueOn}. What you deposited already counts: on your billing page you see what is left open and can pay it.',
        action: 'Open the invoice',
      },
      he: {
        subject: 'חשבונית {number} מאת {company}',
        body: 'מצורפת חשבונית {number} עבור {period}.\n\nסכומה {total} והיא לתשלום עד {dueOn}. מה שכבר הופקד נלקח בחשבון: בעמוד החיוב מוצג מה שנותר לתשלום, וניתן לשלם אותו.',
        action: 'לפתיחת החשבונית',
      },
    },
  }),
  creditNote: defineMail({
    kind: 'invoices.credited',
    title: { en: 'Credit note', he: 'חשבונית זיכוי' },
    sample: { ...sample, number: 'INV-CN-2026-000007', total: '11.80 EUR' },
    plain,
    texts: {
      en: {
        subject: 'Credit note {number} of {company}',
        body: 'Credit note {number} about {period} is attached. It takes back {total}, which lowers what you owe.',
        action: 'Open the invoice',
      },
      he: {
        subject: 'חשבונית זיכוי {number} מאת {company}',
        body: 'מצורפת חשבונית זיכוי {number} בעניין {period}. היא מזכה בסך {total}, ומקטינה את החוב.',
        action: 'לפתיחת החשבונית',
      },
    },
  }),
};
