import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../../server/platform/notify/index.ts';
import { localize } from '../texts/localize.ts';

export const offeredNotification = defineNotification({
  id: 1051,
  set: 'general',
  mail: defineMail({
    kind: 'transfer.offered',
    plain: ['name', 'by'],
    title: localize('offeredNotification.mail.title'),
    sample: { name: 'web-1', by: 'dana@example.com', at: '2026-03-08 10:15 UTC' },
    texts: byLanguage({
      subject: localize('offeredNotification.mail.subject'),
      body: localize('offeredNotification.mail.body'),
    }),
  }),
});

export const acceptedNotification = defineNotification({
  id: 1052,
  set: 'general',
  mail: defineMail({
    kind: 'transfer.accepted',
    plain: ['name', 'by'],
    title: localize('acceptedNotification.mail.title'),
    sample: { name: 'web-1', by: 'noa@example.com', at: '2026-03-01 10:15 UTC' },
    texts: byLanguage({
      subject: localize('acceptedNotification.mail.subject'),
      body: localize('acceptedNotification.mail.body'),
    }),
  }),
});
