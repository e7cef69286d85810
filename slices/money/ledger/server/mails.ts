import { sql } from 'kysely';
import { byLanguage } from '../../../../contract/texts/localizer.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { formatAmounts } from '../../../../server/platform/decimals/amounts.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { defineNotification, notify } from '../../../../server/platform/notify/index.ts';
import type { Customer } from '../../companies/server/index.ts';
import { localize } from '../texts/localize.ts';

export const approvalPendingNotification = defineNotification({
  id: 1096,
  set: 'billing',
  mail: defineMail({
    kind: 'ledger.approvalWaits',
    plain: ['amount'],
    title: localize('approvalWaits.mail.title'),
    sample: {
      ...{
        amount: '2500.00 USD',
        email: 'dana@example.com',
        by: 'clerk@example.com',
        reason: 'Down for a week',
      },
      link: 'https://cloud.example.com/billingAccess/approvals',
    },
    texts: byLanguage({
      subject: localize('approvalWaits.mail.subject'),
      body: localize('approvalWaits.mail.body'),
      action: localize('approvalWaits.mail.action'),
    }),
  }),
});

/** Notifies all other administrators of the company. Amounts are exact decimal text. */
export async function notifyApproval(
  ctx: SignedInContext,
  { id, email, company }: Pick<Customer, 'id' | 'email' | 'company'>,
  { amount, currency, reason }: { amount: string; currency: string; reason: string },
): Promise<void> {
  const [formattedAmount = ''] = await formatAmounts(ctx, [amount], currency);
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from company_admin
    where company_id = ${company.id} and user_id <> ${ctx.actor.userId} and user_id <> ${id} order by user_id`.execute(
    ctx.db,
  );
  for (const { userId } of rows)
    await notify(ctx, {
      userId,
      notification: approvalPendingNotification,
      values: {
        ...{ amount: formattedAmount, email, by: ctx.actor.email, reason },
        link: `${siteAddress(ctx)}/billingAccess/approvals`,
      },
    });
}
