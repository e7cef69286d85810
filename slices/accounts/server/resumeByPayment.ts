import { readPerson } from '../../../server/platform/access/actors.ts';
import type { Context } from '../../../server/platform/context.ts';
import { announce } from '../../../server/platform/events/hub.ts';
import { carryOut } from './batch/kinds.ts';
import { holdAccount } from './find.ts';

/**
 * Resumes an account that was suspended for an unpaid bill: what was on when it was suspended is turned on again, as soon as
 * the account that pays for it is not suspended itself. Any other account
 * stays as it is, also one that its site or an administrator keeps from doing anything. Acts as the account's own person: whoever
 * confirmed the payment may have no say over servers.
 */
export async function resumeByPayment(ctx: Context, userId: string): Promise<void> {
  const person = await readPerson(ctx.db, userId);
  if (!person || person.obstacle || person.accountState !== 'Suspended-Billing') return;
  const owner = { ...ctx, actor: { ...person.actor, isForPortal: true } };
  const account = await holdAccount(owner, userId);
  if (account?.state !== 'Suspended-Billing') return;
  const detail = { reason: paid[ctx.language] };
  await carryOut(owner, account, { kind: 'resume', detail, isUndo: false, before: null }, 'portal');
  await announce(ctx.db, { topic: 'user', id: userId, siteId: account.siteId, ownerId: userId });
}

const paid = { en: 'The amount due was paid.', he: 'הסכום לתשלום שולם.' };
