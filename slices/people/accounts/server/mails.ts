import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { localize } from '../texts/localize.ts';

export const emailChangedMail = defineMail({
  kind: 'account.emailChanged',
  title: localize('emailChangedMail'),
  sample: { email: 'dana.new@example.test', before: 'dana@example.test', by: 'admin@example.test' },
  texts: byLanguage({
    subject: localize('emailChangedMail.subject'),
    body: localize('emailChangedMail.body'),
  }),
});

export const emailProofMail = defineMail({
  kind: 'account.emailProof',
  title: localize('emailProofMail'),
  sample: {
    email: 'dana.new@example.test',
    by: 'admin@example.test',
    minutes: '60',
    link: 'https://portal.example.test/validate/3fK…',
  },
  texts: byLanguage({
    subject: localize('emailProofMail.subject'),
    body: localize('emailProofMail.body'),
    action: localize('emailProofMail.action'),
  }),
});
