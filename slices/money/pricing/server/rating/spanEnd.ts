import { type RawBuilder, sql } from 'kysely';

/**
 * When a span ended, infinity while it runs, written as the indexes on `span` have it. `coalesce`
 * means the same, but PostgreSQL does not count it among what leaks no rows, so that under row
 * security no index would answer for it.
 */
export const spanEnd = (span: string): RawBuilder<Date> =>
  sql<Date>`case when ${sql.ref(`${span}.to_at`)} is null then 'infinity' else ${sql.ref(`${span}.to_at`)} end`;
