import { type RawBuilder, sql } from 'kysely';

/**
 * SQL over columns of a query: whether an account's invoice for a month (a date) was issued and is
 * therefore in the ledger.
 */
export const isIssued = (
  company: string,
  user: string,
  month: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from invoice i
  where i.company_id = ${sql.ref(company)} and i.user_id = ${sql.ref(user)} and i.period = ${month} and i.state = 'issued')`;
