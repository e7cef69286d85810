import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { localize } from '../texts/localize.ts';

export const newAddressMail = defineMail({
  kind: 'account.newAddress',
  title: localize('newAddressMail'),
  sample: {
    email: 'dana@example.test',
    newEmail: 'dana.new@example.test',
    link: 'https://portal.example.test/validate/3fK…',
    minutes: '60',
  },
  texts: byLanguage({
    subject: localize('newAddressMail.subject'),
    body: localize('newAddressMail.body'),
    action: localize('newAddressMail.action'),
  }),
});

export const emailReplacedMail = defineMail({
  kind: 'account.addressLeaves',
  title: localize('addressLeavesMail'),
  sample: {
    email: 'dana@example.test',
    newEmail: 'dana.new@example.test',
    ip: '192.0.2.7',
    at: '2026-03-01 10:15 UTC',
  },
  texts: byLanguage({
    subject: localize('addressLeavesMail.subject'),
    body: localize('addressLeavesMail.body'),
  }),
});
