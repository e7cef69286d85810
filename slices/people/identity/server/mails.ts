import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { localize } from '../texts/localize.ts';

const linkSample = 'https://portal.example.test/validate/3fK…';

export const validateMail = defineMail({
  kind: 'account.validate',
  title: localize('validateMail'),
  sample: { email: 'dana@example.test', system: 'Cloudberth', link: linkSample, minutes: '60' },
  plain: ['system'],
  texts: byLanguage({
    subject: localize('validateMail.subject'),
    body: localize('validateMail.body'),
    action: localize('validateMail.action'),
  }),
});

export const accountExistsMail = defineMail({
  kind: 'account.exists',
  title: localize('accountExistsMail'),
  sample: {
    email: 'dana@example.test',
    system: 'Cloudberth',
    link: 'https://portal.example.test/forgot',
  },
  plain: ['system'],
  texts: byLanguage({
    subject: localize('accountExistsMail.subject'),
    body: localize('accountExistsMail.body'),
    action: localize('accountExistsMail.action'),
  }),
});

export const resetMail = defineMail({
  kind: 'account.reset',
  title: localize('resetMail'),
  sample: {
    email: 'dana@example.test',
    system: 'Cloudberth',
    link: 'https://portal.example.test/reset/3fK…',
    minutes: '60',
    ip: '192.0.2.7',
  },
  plain: ['system'],
  texts: byLanguage({
    subject: localize('resetMail.subject'),
    body: localize('resetMail.body'),
    action: localize('resetMail.action'),
  }),
});

export const codeMail = defineMail({
  kind: 'account.code',
  title: localize('codeMail'),
  sample: {
    email: 'dana@example.test',
    system: 'Cloudberth',
    code: '123456',
    minutes: '10',
    ip: '192.0.2.7',
  },
  plain: ['system'],
  texts: byLanguage({ subject: localize('codeMail.subject'), body: localize('codeMail.body') }),
});
