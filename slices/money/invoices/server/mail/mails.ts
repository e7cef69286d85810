import { byLanguage } from '../../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../../server/platform/mail/mail.ts';
import { localize } from '../../texts/localize.ts';

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

/** The email for each kind of document. The document is attached. */
export const documentMails = {
  invoice: defineMail({
    kind: 'invoices.issued',
    title: localize('documentMails.invoice'),
    sample,
    plain,
    texts: byLanguage({
      subject: localize('documentMails.invoice.subject'),
      body: localize('documentMails.invoice.body'),
      action: localize('documentMails.invoice.action'),
    }),
  }),
  creditNote: defineMail({
    kind: 'invoices.credited',
    title: localize('documentMails.creditNote'),
    sample: { ...sample, number: 'INV-CN-2026-000007', total: '11.80 EUR' },
    plain,
    texts: byLanguage({
      subject: localize('documentMails.creditNote.subject'),
      body: localize('documentMails.creditNote.body'),
      action: localize('documentMails.creditNote.action'),
    }),
  }),
};
