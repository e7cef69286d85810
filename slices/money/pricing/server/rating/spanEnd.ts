import { type RawBuilder, sql } from 'kysely';

/**
 * The end of a span, infinity while it is running, written like in the indexes on `span`.
 * `coalesce` means the same, but PostgreSQL doesn't treat it as leakproof, so no index would be
 * used with row-level security.
 */
export const spanEnd = (span: string): RawBuilder<Date> =>
  sql<Date>`case when ${sql.ref(`${span}.to_at`)} is null then 'infinity' else ${sql.ref(`${span}.to_at`)} end`;
