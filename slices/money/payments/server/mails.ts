import { sql } from 'kysely';
import { eachLanguage, type Language, type LocalizedText } from '../../../../contract/languages.ts';
import { byLanguage } from '../../../../contract/texts/localizer.ts';
import type { Dispute } from '../../../../drivers/payment/port.ts';
import { describeStored } from '../../../../drivers/problem.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { formatAmounts } from '../../../../server/platform/decimals/amounts.ts';
import { defineMail, type MailText } from '../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { defineNotification, notify } from '../../../../server/platform/notify/index.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { localize } from '../texts/localize.ts';
import { providerTitles } from './connections/connections.ts';
import { describeDisputeReason } from './disputes/disputeReasons.ts';
import type { Order } from './orders.ts';

export const declined = defineNotification({
  id: 1071,
  set: 'general',
  mail: defineMail({
    kind: 'payments.declined',
    plain: ['amount'],
    title: localize('declined.mail.title'),
    sample: {
      amount: '25.00 USD',
      problem: 'card_declined: Your card was declined.',
      link: 'https://cloud.example.com/billing',
    },
    texts: byLanguage({
      subject: localize('declined.mail.subject'),
      body: localize('declined.mail.body'),
      action: localize('declined.mail.action'),
    }),
  }),
});

/** Notifies a customer that an automatic charge failed, with a link to pay. */
export async function notifyDeclined(
  ctx: Context,
  { userId, siteId, amount, currency, problem }: Order,
): Promise<void> {
  const site = siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, siteId);
  const link = `${siteAddress({ ...ctx, site })}/billing`;
  const [formattedAmount = ''] = await formatAmounts(ctx, [amount], currency);
  await notify(ctx, {
    userId,
    notification: declined,
    values: { amount: formattedAmount, problem: describeStored(problem), link },
  });
}

const disputeSample = {
  ...{ amount: '25.00 USD', email: 'dana@example.com', provider: 'PayPal', reference: 'PP-D-4711' },
  ...{
    reason: describeDisputeReason('paypal', 'UNAUTHORISED').en,
    link: 'https://cloud.example.com/billingAccess/disputes',
  },
};

const dispute = {
  subject: localize('dispute.subject'),
  facts: localize('dispute.facts'),
  consequence: localize('dispute.consequence'),
  action: localize('dispute.action'),
};

const disputeTexts = (answer: LocalizedText): Record<Language, MailText> =>
  byLanguage({
    subject: dispute.subject,
    body: eachLanguage(
      (language) =>
        `${dispute.facts[language]}\n\n${answer[language]} ${dispute.consequence[language]}`,
    ),
    action: dispute.action,
  });

export const disputeOpened = defineNotification({
  id: 1095,
  set: 'billing',
  mail: defineMail({
    kind: 'payments.disputed',
    plain: ['amount'],
    title: localize('disputeOpened.mail.title'),
    sample: { ...disputeSample, due: '2026-03-08 10:15 UTC' },
    texts: disputeTexts(localize('dispute.respondBy')),
  }),
});

/** The dispute notification for disputes that the provider reports without a deadline. */
export const disputeOpenedUndated = {
  ...disputeOpened,
  mail: defineMail({
    kind: 'payments.disputedUndated',
    plain: ['amount'],
    title: localize('disputeOpenedUndated.mail.title'),
    sample: disputeSample,
    texts: disputeTexts(localize('dispute.respond')),
  }),
};

/**
 * Notifies the company's administrators, including the response deadline if the provider reports
 * one.
 */
export async function notifyDispute(
  ctx: Context,
  order: Order,
  { amount, currency, reference, reason, dueAt }: Dispute,
): Promise<void> {
  const { rows } = await sql<{ userId: string; email: string }>`
    select a.user_id as "userId", c.email from company_admin a join user_account c on c.id = ${order.userId}
    where a.company_id = ${order.companyId} order by a.user_id`.execute(ctx.db);
  const [formattedAmount = ''] = await formatAmounts(ctx, [amount], currency);
  for (const { userId, email } of rows) {
    const values = {
      ...{
        amount: formattedAmount,
        email,
        provider: providerTitles[order.provider],
        reference,
        reason: describeDisputeReason(order.provider, reason),
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
