import { sql } from 'kysely';
import type { TokenKeeper, Tokens } from '../../../drivers/taxAuthority/port.ts';
import type { Context } from '../../../server/platform/context.ts';
import { accessPlace, refreshPlace } from './connections.ts';

type Keeping = Pick<Context, 'db' | 'services' | 'clock'>;

interface Row {
  access: Buffer | null;
  accessUntil: Date | null;
  refresh: Buffer;
}

async function read({ db, services }: Keeping, companyId: string, isHeld: boolean): Promise<Tokens> {
  const { rows } = await sql<Row>`
    select access_token as access, access_until as "accessUntil", refresh_token as refresh from tax_authority_connection
    where company_id = ${companyId} ${isHeld ? sql`for no key update` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`The company ${companyId} is not connected to the tax authority.`);
  return {
    access: row.access ? services.secrets.open(row.access, accessPlace(companyId)) : '',
    accessUntil: row.accessUntil ?? new Date(0),
    refresh: services.secrets.open(row.refresh, refreshPlace(companyId)),
    refreshUntil: null,
  };
}

async function write({ db, services }: Keeping, companyId: string, { access, accessUntil, refresh, refreshUntil }: Tokens): Promise<void> {
  const { secrets } = services;
  await sql`
    update tax_authority_connection set access_token = ${secrets.seal(access, accessPlace(companyId))}, access_until = ${accessUntil},
      refresh_token = ${secrets.seal(refresh, refreshPlace(companyId))}, signed_in_until = coalesce(${refreshUntil}, signed_in_until), problem = ''
    where company_id = ${companyId}`.execute(db);
}

/** The tokens of a company's connection, sealed in its row. */
export const tokenKeeper = (ctx: Keeping, companyId: string): TokenKeeper => ({
  read: () => read(ctx, companyId, false),
  // The row is held while the authority is asked, against the rule that nothing waits for the outside in a transaction: a refresh token is
  // good once, and two who ask with it at a time would end the connection. The driver gives up before the database does.
  renew: (stale, renew) =>
    ctx.db.transaction().execute(async (db) => {
      const inner = { ...ctx, db };
      const held = await read(inner, companyId, true);
      if (held.access !== stale) return held;
      const next = await renew(held.refresh);
      await write(inner, companyId, next);
      return next;
    }),
});
