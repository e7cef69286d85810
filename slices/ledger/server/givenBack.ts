import { sql } from 'kysely';

/** Over `ledger_transaction given`, all that refers to one original: what was given back of it or taken by disputes, to the coin. */
export const givenBack = sql`coalesce(sum(case given.kind when 'disputeReturn' then -given.amount else given.amount end), 0)`;
