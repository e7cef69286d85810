import { findUser } from '../../../../server/platform/access/actors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { localize } from '../texts/localize.ts';
import { applyToAccount } from './batch/kinds.ts';
import { lockAccountForUpdate } from './find.ts';

/**
 * Resumes an account suspended for nonpayment: servers turned off by the suspension are turned on
 * again, once the parent account isn't suspended either. All other accounts stay unchanged,
 * including those blocked by their site or an administrator. Acts as the account's own user,
 * because the billing administrator who confirmed the payment may have no access to servers.
 */
export async function resumeByPayment(ctx: Context, userId: string): Promise<void> {
  const user = await findUser(ctx.db, userId);
  if (!user || user.obstacle || user.accountState !== 'Suspended-Billing') return;
  const owner = { ...ctx, actor: { ...user.actor, isForPortal: true } };
  const account = await lockAccountForUpdate(owner, userId);
  if (account?.state !== 'Suspended-Billing') return;
  const detail = { reason: paid[ctx.language] };
  await applyToAccount(
    owner,
    account,
    { kind: 'resume', detail, isUndo: false, before: null },
    'portal',
  );
  await announce(ctx.db, { topic: 'user', id: userId, siteId: account.siteId, ownerId: userId });
}

const paid = localize('paid');
