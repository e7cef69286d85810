import { defineMail } from '../../../server/platform/mail/mail.ts';

const sample = {
  ...{
    number: 'INV-2026-000042',
    total: '118.00 EUR',
    period: 'March 2026',
    company: 'Example Clouds Ltd',
    dueOn: 'April 15, 2026',
  },
  link: 'https://cloud.example.com/billing/history/invoices/1',
};
const plain = ['number', 'period', 'company'] as const;

/** The mail for each kind of document. The document is attached. */
export const documentMails = {
  invoice: defineMail({
    kind: 'invoices.issued',
    title: { en: 'Invoice', he: 'חשבונית' },
    sample,
    plain,
    texts: {
      en: {
        subject: 'Invoice {number} from {company}',
        body: 'Invoice {number} for {period} is attached.\n\nTotal: {total}\nDue date: {dueOn}\n\nFunds in your balance are applied automatically. You can see and pay the remaining amount due on your billing page.',
        action: 'View invoice',
      },
      he: {
        subject: 'חשבונית {number} מאת {company}',
        body: 'מצורפת חשבונית {number} עבור {period}.\n\nסכום כולל: {total}\nלתשלום עד: {dueOn}\n\nהיתרה בחשבונך מקוזזת אוטומטית. בעמוד החיוב אפשר לראות את הסכום שנותר ולשלם אותו.',
        action: 'לצפייה בחשבונית',
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
        subject: 'Credit note {number} from {company}',
        body: 'Credit note {number} for {period} is attached. It reduces your amount due by {total}.',
        action: 'View invoice',
      },
      he: {
        subject: 'חשבונית זיכוי {number} מאת {company}',
        body: 'מצורפת חשבונית זיכוי {number} עבור {period}. היא מקטינה את הסכום לתשלום ב-{total}.',
        action: 'לצפייה בחשבונית',
      },
    },
  }),
};
