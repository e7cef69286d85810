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
        subject: 'Server transfer offered: {name}',
        body: '{by} offered to transfer the server {name} to you at {systemName}. You can accept or decline the offer under Transfers until {at}. Once you accept, the server is charged to your account.',
      },
      he: {
        subject: 'הצעה להעברת השרת {name} אליך',
        body: 'התקבלה הצעה מאת {by} להעביר אליך את השרת {name} ב-{systemName}. אפשר לקבל או לדחות את ההצעה במסך ההעברות עד {at}. לאחר הקבלה השרת יחויב בחשבונך.',
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
        subject: 'Server {name} was transferred',
        body: '{by} accepted your transfer of the server {name} at {systemName} on {at}. The server is no longer in your account, and you’re no longer charged for it.',
      },
      he: {
        subject: 'השרת {name} הועבר',
        body: 'השרת {name} שהצעת ב-{systemName} התקבל על ידי {by} ב-{at}. השרת אינו בחשבונך עוד, ולא תחויב עבורו.',
      },
    },
  }),
});
