import { defineMail } from '../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../server/platform/notify/index.ts';

export const offeredNotification = defineNotification({
  id: 1051,
  set: 'general',
  mail: defineMail({
    kind: 'transfer.offered',
    plain: ['name', 'by'],
    title: { en: 'Server offered', he: 'הוצע שרת' },
    sample: { name: 'web-1', by: 'dana@example.com', at: '2026-03-08 10:15 UTC' },
    texts: {
      en: {
        subject: '{by} offers you the server {name}',
        body: '{by} wants to give you the server {name} at {systemName}. Until {at} you can accept or decline under Transfers. Once you accept, it is on your bill.',
      },
      he: {
        subject: '{by} מציע לך את השרת {name}',
        body: '{by} מעוניין להעביר אליך את השרת {name} ב-{systemName}. עד {at} אפשר לקבל או לדחות תחת העברות. לאחר הקבלה השרת יחויב בחשבונך.',
      },
    },
  }),
});

export const acceptedNotification = defineNotification({
  id: 1052,
  set: 'general',
  mail: defineMail({
    kind: 'transfer.accepted',
    plain: ['name', 'by'],
    title: { en: 'Server transferred', he: 'השרת הועבר' },
    sample: { name: 'web-1', by: 'noa@example.com', at: '2026-03-01 10:15 UTC' },
    texts: {
      en: {
        subject: '{by} has taken over the server {name}',
        body: 'At {at} {by} accepted the server {name} that you offered at {systemName}. It is no longer yours and costs you nothing more.',
      },
      he: {
        subject: '{by} קיבל את השרת {name}',
        body: 'ב-{at} {by} קיבל את השרת {name} שהצעת ב-{systemName}. הוא אינו שלך עוד ואינו מחויב בחשבונך.',
      },
    },
  }),
});
