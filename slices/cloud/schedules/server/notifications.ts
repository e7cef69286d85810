import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../../server/platform/notify/index.ts';
import { localize } from '../texts/localize.ts';

/** `at`: the time the schedule was due. */
export const missedNotification = defineNotification({
  id: 1050,
  set: 'general',
  mail: defineMail({
    kind: 'schedule.missed',
    plain: ['name'],
    title: localize('missedNotification.mail.title'),
    sample: { name: 'Office hours: off', at: '2026-03-01 19:00 Asia/Jerusalem' },
    texts: byLanguage({
      subject: localize('missedNotification.mail.subject'),
      body: localize('missedNotification.mail.body'),
    }),
  }),
});
