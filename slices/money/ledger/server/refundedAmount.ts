import { sql } from 'kysely';

/**
 * SQL over `ledger_transaction given`, all transactions that refer to one original: the exact total
 * of refunds and disputes.
 */
export const refundedAmount = sql`coalesce(sum(case given.kind when 'disputeReturn' then -given.amount else given.amount end), 0)`;
