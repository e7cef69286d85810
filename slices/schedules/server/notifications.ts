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
        subject: 'Missed schedule: {name}',
        body: '{systemName} wasn’t running when the schedule {name} was due on {at}, so the schedule didn’t run. You can still run it manually. Upcoming runs aren’t affected.',
      },
      he: {
        subject: 'התזמון {name} הוחמץ',
        body: 'מערכת {systemName} לא פעלה במועד התזמון {name} ({at}), ולכן התזמון לא בוצע. אפשר להריץ אותו ידנית. המועדים הבאים לא ישתנו.',
      },
    },
  }),
});
