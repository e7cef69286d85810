import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../server/platform/context.ts';
import { leftOfCharge } from './allotment.ts';

/** Nobody is asked for this charge before `releaseCharge`, in the transaction that books it: its customer knows nothing of it yet. */
export async function withholdCharge(ctx: Pick<Context, 'db'>, transactionId: string): Promise<void> {
  await sql`insert into ledger_withheld (transaction_id) values (${transactionId})`.execute(ctx.db);
}

/**
 * From now on the charge is owed like any other; what was paid meanwhile has paid what was asked for meanwhile. Released twice, it keeps
 * the place it got first.
 */
export async function releaseCharge(ctx: Pick<Context, 'db'>, transactionId: string): Promise<void> {
  // Held first, as for every booking: the places of a customer's charges are in their order.
  await sql`
    select from ledger_account a join ledger_transaction t using (company_id, user_id, currency) where t.id = ${transactionId} for update of a`.execute(
    ctx.db,
  );
  await sql`
    update ledger_withheld set sequence = nextval(pg_get_serial_sequence('ledger_transaction', 'sequence'))
    where transaction_id = ${transactionId} and sequence is null`.execute(ctx.db);
}

/** Over a column with the id of a transaction: a charge nobody is asked for. */
export const isWithheld = (transaction: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ledger_withheld w where w.transaction_id = ${sql.ref(transaction)} and w.sequence is null)`;

/** What is withheld of each customer: company_id, user_id, currency and amount, less what was taken back of it or given up. */
export const withheldCharges: RawBuilder<unknown> = sql`(
  select t.company_id, t.user_id, t.currency, sum(greatest(0, ${leftOfCharge})) as amount
  from ledger_withheld w join ledger_transaction t on t.id = w.transaction_id where w.sequence is null group by t.company_id, t.user_id, t.currency)`;
