import { sql } from 'kysely';
import type { TaxAuthorityDriver } from '../../../../../drivers/taxAuthority/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { type Connection, secretsDb } from './connections.ts';

/**
 * How long the authority's minimum is cached, in minutes, because many documents of a month share a
 * date.
 */
const validMinutes = 60;

/**
 * Returns the amount in ILS from which a document of that date needs a number. Throws
 * `TaxAuthorityFailure`.
 */
export async function minimumOf(
  ctx: Context,
  { companyId }: Connection,
  driver: TaxAuthorityDriver,
  day: string,
): Promise<string> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ minimum: string }>`
    select minimum::text as minimum from tax_authority_connection
    where company_id = ${companyId} and minimum_on = ${day}::date and minimum_at > ${now}::timestamptz - ${validMinutes} * interval '1 minute'`.execute(
    secretsDb(ctx),
  );
  if (rows[0]) return rows[0].minimum;
  const minimum = await driver.minimumAmount(day);
  await sql`
    update tax_authority_connection set minimum_on = ${day}::date, minimum = ${minimum}::numeric, minimum_at = ${now}
    where company_id = ${companyId}`.execute(secretsDb(ctx));
  return minimum;
}
