import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { allocatedCharges, chargeRemainder } from './posting/allocation.ts';
import type { Holder, TransactionInput } from './posting/post.ts';

/**
 * Records which charges a write-off covers: the oldest unpaid ones, then those on hold. Requires a
 * lock on the customer's account and the posted write-off, which takes effect from then on.
 */
export async function cancelOldest(
  ctx: Pick<Context, 'db'>,
  { id, company }: Holder,
  { amount, currency }: TransactionInput,
  writeOffId: string,
): Promise<void> {
  const scope = sql`t.user_id = ${id} and t.company_id = ${company.id} and t.currency = ${currency}`;
  await sql`
    insert into ledger_write_off_part (write_off_id, charge_id, amount)
    with open as (
      select a.id, 1 as rank, a.sequence, a.unpaid as amount from ${allocatedCharges(scope)} a
      union all
      select t.id, 2, t.sequence, ${chargeRemainder} from ledger_withheld w join ledger_transaction t on t.id = w.transaction_id
      where ${scope} and w.sequence is null),
    ordered as (
      select id, amount, coalesce(sum(amount) over (order by rank, sequence rows between unbounded preceding and 1 preceding), 0) as before
      from open where amount > 0),
    part as (select id, least(amount, ${amount}::numeric - before) as amount from ordered where before < ${amount}::numeric)
    select ${writeOffId}::uuid, id, amount from part
    union all
    select ${writeOffId}::uuid, null, rest from (select ${amount}::numeric - coalesce(sum(part.amount), 0) as rest from part) r where rest > 0`.execute(
    ctx.db,
  );
}
