import { sql } from 'kysely';
import type { Language } from '../../../contract/languages.ts';
import type { Dispute } from '../../../drivers/payment/port.ts';
import { describeDriverError } from '../../../drivers/words.ts';
import { tellAmounts } from '../../../server/platform/amounts.ts';
import type { Context } from '../../../server/platform/context.ts';
import { defineMail, type MailText } from '../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../server/platform/mail/siteAddress.ts';
import { defineNotification, notify } from '../../../server/platform/notify/index.ts';
import { readSite } from '../../../server/platform/sites/sites.ts';
import { providerTitles } from './connections.ts';
import { reasonInWords } from './disputeReasons.ts';
import type { Order } from './orders.ts';

export const declined = defineNotification({
  id: 1071,
  set: 'general',
  mail: defineMail({
    kind: 'payments.declined',
    plain: ['amount'],
    title: { en: 'Payment failed', he: 'תשלום נכשל' },
    sample: {
      amount: '25.00 USD',
      problem: 'card_declined: Your card was declined.',
      link: 'https://cloud.example.com/billing',
    },
    texts: {
      en: {
        subject: 'Payment failed: {amount}',
        body: 'We couldn’t charge {amount} to your saved payment method.\n\nReason: {problem}\n\nWe won’t retry automatically. Pay on your billing page. Your bank may ask you to confirm the payment there.',
        action: 'Pay now',
      },
      he: {
        subject: 'התשלום נכשל: {amount}',
        body: 'לא הצלחנו לחייב {amount} באמצעי התשלום השמור.\n\nסיבה: {problem}\n\nלא יתבצע ניסיון נוסף אוטומטית. יש לשלם בעמוד החיוב. ייתכן שהבנק יבקש שם אישור לתשלום.',
        action: 'לתשלום',
      },
    },
  }),
});

/** Notifies a customer that an automatic charge failed, with a link to pay. */
export async function tellDeclined(
  ctx: Context,
  { userId, siteId, amount, currency, problem }: Order,
): Promise<void> {
  const site = siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, siteId);
  const link = `${siteAddress({ ...ctx, site })}/billing`;
  const [told = ''] = await tellAmounts(ctx, [amount], currency);
  await notify(ctx, {
    userId,
    notification: declined,
    values: { amount: told, problem: describeDriverError(problem), link },
  });
}

const disputeSample = {
  ...{ amount: '25.00 USD', email: 'dana@example.com', provider: 'PayPal', reference: 'PP-D-4711' },
  ...{
    reason: reasonInWords('paypal', 'UNAUTHORISED').en,
    link: 'https://cloud.example.com/billingAccess/disputes',
  },
};

const dispute = {
  subject: { en: 'Payment disputed: {amount}', he: 'מחלוקת על תשלום: {amount}' },
  facts: {
    en: '{email} disputed a payment of {amount} with {provider}.\n\nReason: {reason}\nReference: {reference}',
    he: 'נפתחה מחלוקת מצד {email} על תשלום בסך {amount} אצל {provider}.\n\nסיבה: {reason}\nאסמכתה: {reference}',
  },
  consequence: {
    en: 'The amount withdrawn appears in the customer’s transactions, and the charges it had paid are due again.',
    he: 'הסכום שנלקח בחזרה מופיע בתנועות הלקוח, והחיובים ששולמו ממנו פתוחים שוב לתשלום.',
  },
  action: { en: 'View disputes', he: 'לצפייה במחלוקות' },
};

const disputeText = (language: Language, answer: string): MailText => ({
  subject: dispute.subject[language],
  body: `${dispute.facts[language]}\n\n${answer} ${dispute.consequence[language]}`,
  action: dispute.action[language],
});

export const disputeOpened = defineNotification({
  id: 1095,
  set: 'billing',
  mail: defineMail({
    kind: 'payments.disputed',
    plain: ['amount'],
    title: { en: 'Payment disputed', he: 'מחלוקת על תשלום' },
    sample: { ...disputeSample, due: '2026-03-08 10:15 UTC' },
    texts: {
      en: disputeText('en', 'Respond at {provider} by {due}.'),
      he: disputeText('he', 'יש להשיב אצל {provider} עד {due}.'),
    },
  }),
});

/** The same notification for a dispute that the provider reports without a deadline. */
export const disputeOpenedUndated = {
  ...disputeOpened,
  mail: defineMail({
    kind: 'payments.disputedUndated',
    plain: ['amount'],
    title: { en: 'Payment disputed, no deadline reported', he: 'מחלוקת על תשלום ללא מועד תשובה' },
    sample: disputeSample,
    texts: {
      en: disputeText('en', 'Respond at {provider} by the deadline shown there.'),
      he: disputeText('he', 'יש להשיב אצל {provider} עד המועד המצוין שם.'),
    },
  }),
};

/**
 * Notifies the administrators of the company, with the response deadline where the provider reports
 * one.
 */
export async function tellDispute(
  ctx: Context,
  order: Order,
  { amount, currency, reference, reason, dueAt }: Dispute,
): Promise<void> {
  const { rows } = await sql<{ userId: string; email: string }>`
    select a.user_id as "userId", c.email from company_admin a join user_account c on c.id = ${order.userId}
    where a.company_id = ${order.companyId} order by a.user_id`.execute(ctx.db);
  const [told = ''] = await tellAmounts(ctx, [amount], currency);
  for (const { userId, email } of rows) {
    const values = {
      ...{
        amount: told,
        email,
        provider: providerTitles[order.provider],
        reference,
        reason: reasonInWords(order.provider, reason),
      },
      link: `${siteAddress(ctx)}/billingAccess/disputes`,
    };
    if (dueAt === null) await notify(ctx, { userId, notification: disputeOpenedUndated, values });
    else
      await notify(ctx, {
        userId,
        notification: disputeOpened,
        values: { ...values, due: new Date(dueAt) },
      });
  }
}
