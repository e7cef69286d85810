import { byLanguage } from '../../../../contract/texts/localizer.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { formatAmounts } from '../../../../server/platform/decimals/amounts.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { defineNotification, notify } from '../../../../server/platform/notify/index.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { localize } from '../texts/localize.ts';

export const depositReceived = defineNotification({
  id: 1070,
  set: 'general',
  mail: defineMail({
    kind: 'billing.depositReceived',
    plain: ['amount'],
    title: localize('depositReceived.mail.title'),
    sample: {
      amount: '25.00 USD',
      balance: '40.00 USD',
      at: '2026-03-01 10:15 UTC',
      link: 'https://cloud.example.com/billing/history',
    },
    texts: byLanguage({
      subject: localize('depositReceived.mail.subject'),
      body: localize('depositReceived.mail.body'),
      action: localize('depositReceived.mail.action'),
    }),
  }),
});

/**
 * Notifies a customer that a deposit was added to the balance, in the transaction that books it.
 * Amounts are exact decimal strings.
 */
export async function notifyDeposit(
  ctx: Context,
  userId: string,
  { amount, balance, currency }: { amount: string; balance: string; currency: string },
): Promise<void> {
  const { site_id } = await ctx.db
    .selectFrom('user_account')
    .select('site_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const site = site_id === ctx.site.id ? ctx.site : await readSite(ctx.db, site_id);
  const [formattedAmount = '', balanceText = ''] = await formatAmounts(
    ctx,
    [amount, balance],
    currency,
  );
  await notify(ctx, {
    userId,
    notification: depositReceived,
    values: {
      amount: formattedAmount,
      balance: balanceText,
      at: ctx.clock.now(),
      link: `${siteAddress({ ...ctx, site })}/billing/history`,
    },
  });
}
