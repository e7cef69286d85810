import { defineMail } from '../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../server/platform/notify/index.ts';

/** `at`: when it was due. */
export const missedNotification = defineNotification({
  id: 1050,
  set: 'general',
  mail: defineMail({
    kind: 'schedule.missed',
    plain: ['name'],
    title: { en: 'Missed schedule', he: 'תזמון שהוחמץ' },
    sample: { name: 'Office hours: off', at: '2026-03-01 19:00 Asia/Jerusalem' },
    texts: {
      en: {
        subject: 'The schedule {name} was missed',
        body: '{systemName} was not running when the schedule {name} was due at {at}, so nothing was done. If it is still wanted, run it by hand. The next times stay as they are.',
      },
      he: {
        subject: 'התזמון {name} הוחמץ',
        body: '{systemName} לא פעלה כשהגיע מועד התזמון {name} ב-{at}, ולכן לא נעשה דבר. אם עדיין יש בכך צורך, אפשר להריץ אותו ידנית. המועדים הבאים נשארים כפי שהם.',
      },
    },
  }),
});
