import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { chargeRemainder } from '../posting/allocation.ts';

/**
 * Puts the charge on hold in the posting transaction until `releaseCharge`. It is hidden from the
 * customer until then.
 */
export async function withholdCharge(
  ctx: Pick<Context, 'db'>,
  transactionId: string,
): Promise<void> {
  await sql`insert into ledger_withheld (transaction_id) values (${transactionId})`.execute(ctx.db);
}

/**
 * Releases the charge, which is due like any other from then on. Payments in the meantime were
 * allocated to charges released in the meantime. Idempotent: the position of the first release is
 * kept.
 */
export async function releaseCharge(
  ctx: Pick<Context, 'db'>,
  transactionId: string,
): Promise<void> {
  // Locked first, as for every posting, so that the customer's charges are released in sequence.
  await sql`
    select from ledger_account a join ledger_transaction t using (company_id, user_id, currency) where t.id = ${transactionId} for update of a`.execute(
    ctx.db,
  );
  await sql`
    update ledger_withheld set sequence = nextval(pg_get_serial_sequence('ledger_transaction', 'sequence'))
    where transaction_id = ${transactionId} and sequence is null`.execute(ctx.db);
}

/** SQL over a column with a transaction ID: whether the charge is on hold. */
export const isWithheld = (transaction: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ledger_withheld w where w.transaction_id = ${sql.ref(transaction)} and w.sequence is null)`;

/**
 * The amount on hold of each customer: company_id, user_id, currency, and amount, minus credits and
 * write-offs.
 */
export const chargesOnHold: RawBuilder<unknown> = sql`(
  select t.company_id, t.user_id, t.currency, sum(greatest(0, ${chargeRemainder})) as amount
  from ledger_withheld w join ledger_transaction t on t.id = w.transaction_id where w.sequence is null group by t.company_id, t.user_id, t.currency)`;
