import { sql } from 'kysely';
import type { Dispute } from '../../../drivers/payment/port.ts';
import { inWords } from '../../../drivers/words.ts';
import { tellAmounts } from '../../../server/platform/amounts.ts';
import type { Context } from '../../../server/platform/context.ts';
import { defineMail } from '../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../server/platform/mail/siteAddress.ts';
import { defineNotification, notify } from '../../../server/platform/notify/index.ts';
import { readSite } from '../../../server/platform/sites/sites.ts';
import { providerTitles } from './connections.ts';
import { reasonInWords } from './disputeReasons.ts';
import type { Order } from './orders.ts';

const declined = defineNotification({
  id: 1071,
  set: 'general',
  mail: defineMail({
    kind: 'payments.declined',
    plain: ['amount'],
    title: { en: 'Payment failed', he: 'תשלום נכשל' },
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
  const [told = ''] = await tellAmounts(ctx, [amount], currency);
  await notify(ctx, { userId, notification: declined, values: { amount: told, problem: inWords(problem), link } });
}

const disputeOpened = defineNotification({
  id: 1095,
  set: 'billing',
  mail: defineMail({
    kind: 'payments.disputed',
    plain: ['amount'],
    title: { en: 'Payment disputed', he: 'מחלוקת על תשלום' },
    sample: {
      ...{
        amount: '25.00 USD',
        email: 'dana@example.com',
        provider: 'PayPal',
        reference: 'PP-D-4711',
        reason: reasonInWords('paypal', 'UNAUTHORISED').en,
      },
      ...{ due: '2026-03-08 10:15 UTC', link: 'https://cloud.example.com/billingAccess/disputes' },
    },
    texts: {
      en: {
        subject: 'A payment of {amount} is disputed',
        body: '{email} disputes a payment of {amount} by {provider}: {reason} ({reference}).\n\nAnswer at {provider} until {due}. What is taken away stands in the customer’s transactions, and what it had paid is open again.',
        action: 'See disputes',
      },
      he: {
        subject: 'מחלוקת על תשלום בסך {amount}',
        body: '{email} פתח מחלוקת על תשלום בסך {amount} דרך {provider}: {reason} ({reference}).\n\nיש להשיב ב-{provider} עד {due}. מה שנלקח מופיע בתנועות הלקוח, ומה ששולם בו פתוח שוב.',
        action: 'לצפייה במחלוקות',
      },
    },
  }),
});

/** Tells those who look after the company: there is a day until which they may answer. */
export async function tellDispute(ctx: Context, order: Order, { amount, currency, reference, reason, dueAt }: Dispute): Promise<void> {
  const { rows } = await sql<{ userId: string; email: string }>`
    select a.user_id as "userId", c.email from company_admin a join user_account c on c.id = ${order.userId}
    where a.company_id = ${order.companyId} order by a.user_id`.execute(ctx.db);
  const due = dueAt === null ? noDay : new Date(dueAt);
  const [told = ''] = await tellAmounts(ctx, [amount], currency);
  for (const { userId, email } of rows)
    await notify(ctx, {
      userId,
      notification: disputeOpened,
      values: {
        ...{ amount: told, email, provider: providerTitles[order.provider], reference, reason: reasonInWords(order.provider, reason), due },
        link: `${siteAddress(ctx)}/billingAccess/disputes`,
      },
    });
}

const noDay = { en: 'the deadline shown there', he: 'המועד המצוין שם' };
