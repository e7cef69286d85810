import type { LocalizedText } from '../../../../contract/languages.ts';
import { findUser } from '../../../../server/platform/access/actors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { applyToAccount, type Detail, type Kind } from './batch/kinds.ts';
import { lockAccountForUpdate } from './find.ts';
import type { AccountState } from './states/account.ts';

/**
 * Suspends an account for nonpayment in the same way as the batch: its servers are turned off and
 * recorded, and a payment resumes it. Returns false when its state does not allow suspension or the
 * account is already unusable.
 */
export const suspendByDebt = (
  ctx: Context,
  userId: string,
  reason: LocalizedText,
): Promise<boolean> => move(ctx, userId, { kind: 'suspend', from: ['Ok', 'Warning'], reason });

/**
 * Terminates an account suspended for nonpayment: it is locked and disabled, and its servers are
 * moved to the Trash. Returns false for other accounts.
 */
export const terminateByDebt = (
  ctx: Context,
  userId: string,
  reason: LocalizedText,
): Promise<boolean> =>
  move(ctx, userId, { kind: 'terminate', from: ['Suspended-Billing'], reason });

interface Order {
  kind: Kind;
  from: readonly AccountState[];
  reason: LocalizedText;
}

/**
 * Acts as the owner of the account, because the portal itself has no permission to change servers.
 */
async function move(ctx: Context, userId: string, { kind, from, reason }: Order): Promise<boolean> {
  const user = await findUser(ctx.db, userId);
  if (!user || user.obstacle) return false;
  const owner = { ...ctx, actor: { ...user.actor, isForPortal: true } };
  const account = await lockAccountForUpdate(owner, userId);
  if (!account || !from.includes(account.state)) return false;
  const detail: Detail = { reason: reason[user.actor.language], cause: 'billing' };
  await applyToAccount(owner, account, { kind, detail, isUndo: false, before: null }, 'portal');
  await announce(ctx.db, { topic: 'user', id: userId, siteId: account.siteId, ownerId: userId });
  return true;
}
