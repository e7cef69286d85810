import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { localize } from '../texts/localize.ts';

export const invitationMail = defineMail({
  kind: 'user.invited',
  title: localize('invitationMail'),
  sample: {
    email: 'dana@example.test',
    by: 'admin@example.test',
    days: '7',
    link: 'https://portal.example.test/setPassword/3fK…',
  },
  texts: byLanguage({
    subject: localize('invitationMail.subject'),
    body: localize('invitationMail.body'),
    action: localize('invitationMail.action'),
  }),
});

export const actedForMail = defineMail({
  kind: 'user.actedFor',
  title: localize('actedForMail'),
  sample: {
    email: 'dana@example.test',
    by: 'admin@example.test',
    reason: 'You asked why web-1 doesn’t start (ticket 4711).',
    until: '2026-03-01 10:15 UTC',
    how: 'read-only',
    link: 'https://portal.example.test/users/3fK/8aB/history',
  },
  plain: ['by'],
  texts: byLanguage({
    subject: localize('actedForMail.subject'),
    body: localize('actedForMail.body'),
    action: localize('actedForMail.action'),
  }),
});
