import { type RawBuilder, sql } from 'kysely';

/**
 * Over columns of a query: the invoice of an account for a month, which is a date, was issued, so
 * that it is in the ledger.
 */
export const isIssued = (
  company: string,
  user: string,
  month: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from invoice i
  where i.company_id = ${sql.ref(company)} and i.user_id = ${sql.ref(user)} and i.period = ${month} and i.state = 'issued')`;
