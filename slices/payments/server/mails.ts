import type { Context } from '../../../server/platform/context.ts';
import { defineMail } from '../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../server/platform/mail/siteAddress.ts';
import { defineNotification, notify } from '../../../server/platform/notify/index.ts';
import { readSite } from '../../../server/platform/sites/sites.ts';
import type { Order } from './orders.ts';

const declined = defineNotification({
  id: 1071,
  set: 'general',
  mail: defineMail({
    kind: 'payments.declined',
    plain: ['amount'],
    title: { en: 'Payment could not be taken', he: 'תשלום שלא ניתן היה לגבות' },
    sample: { amount: '25.00 USD', problem: 'card_declined: Your card was declined.', link: 'https://cloud.example.com/billing' },
    texts: {
      en: {
        subject: '{amount} could not be taken',
        body: 'We tried to take {amount} that you owe from the method of payment you keep with us. The answer was: {problem}\n\nIt is not tried again by itself. Please pay on your billing page; your bank may ask you to confirm it there.',
        action: 'Pay now',
      },
      he: {
        subject: 'לא ניתן היה לגבות {amount}',
        body: 'ניסינו לגבות {amount} מחובך מאמצעי התשלום השמור אצלנו. התשובה הייתה: {problem}\n\nלא ייעשה ניסיון נוסף מעצמו. יש לשלם בעמוד החיוב; ייתכן שהבנק יבקש שם אישור.',
        action: 'לתשלום',
      },
    },
  }),
});

/** Tells a customer that what it owes could not be taken, and where it can pay. */
export async function tellDeclined(ctx: Context, { userId, siteId, amount, currency, problem }: Order): Promise<void> {
  const site = siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, siteId);
  const link = `${siteAddress({ ...ctx, site })}/billing`;
  await notify(ctx, { userId, notification: declined, values: { amount: `${amount} ${currency}`, problem, link } });
}
