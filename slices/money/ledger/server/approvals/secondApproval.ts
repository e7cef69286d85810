import { sql } from 'kysely';
import { signedInUserId } from '../../../../../server/platform/access/signedInUser.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';

const dayMs = 86_400_000;

/**
 * Whether the transaction just posted needs second approval, and its amount. Partial amounts are
 * added up: a refund with all refunds of the same charge or deposit, and other transactions with
 * all that this user posted alone for this customer within a day. Requires a lock on the customer's
 * account, so that concurrent calls see each other. Amounts in other currencies can't be compared
 * and always need approval. Repeating a posted transaction needs none.
 */
export async function evaluateMonth(
  ctx: SignedInContext,
  transactionId: string,
): Promise<{ amount: string; needsSecond: boolean }> {
  const since = new Date(ctx.clock.now().getTime() - dayMs);
  const { rows } = await sql<{ amount: string; needsSecond: boolean }>`
    select t.amount::text as amount,
      coalesce(t.amount > 0 and not exists (select from ledger_by_hand own where own.transaction_id = t.id) and c.approval_above is not null and (t.currency <> c.currency or counted.amount > c.approval_above), false) as "needsSecond"
    from ledger_transaction t join company c on c.id = t.company_id cross join lateral (
      select case t.kind when 'refund' then (
          select sum(given.amount) from ledger_transaction given where given.refunds = t.refunds and given.kind = 'refund')
        else t.amount + coalesce((
          select sum(b.amount) from ledger_transaction b join ledger_by_hand h on h.transaction_id = b.id and h.person_id = ${signedInUserId(ctx)}
          where b.user_id = t.user_id and b.company_id = t.company_id and b.currency = t.currency and b.at > ${since} and b.id <> t.id), 0) end as amount) counted
    where t.id = ${transactionId}`.execute(ctx.db);
  if (!rows[0]) throw new Error(`There is no transaction ${transactionId}.`);
  return rows[0];
}

/** Records that one user posted the transaction alone, so it counts toward the user's limit. */
export async function recordManualTransaction(
  ctx: SignedInContext,
  transactionId: string,
): Promise<void> {
  await sql`
    insert into ledger_by_hand (transaction_id, person_id)
    select id, ${signedInUserId(ctx)}::uuid from ledger_transaction where id = ${transactionId} and kind <> 'refund'
    on conflict do nothing`.execute(ctx.db);
}
