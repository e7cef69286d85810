import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TokenKeeper, Tokens } from '../../../../../drivers/http/port.ts';
import { sentence } from '../../../../../drivers/problem.ts';
import { TaxAuthorityFailure } from '../../../../../drivers/taxAuthority/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { stopPoint } from '../../../../../server/platform/tasks/stopPoints.ts';
import { localize } from '../../texts/localize.ts';
import { accessTokenPlace, refreshTokenLocation, secretsDb } from './connections.ts';

type TokenContext = Pick<Context, 'db' | 'services' | 'clock'>;

/** Longer than the driver's timeout, so a renewal that takes longer was interrupted. */
const renewalMs = 2 * 60_000;
/**
 * How long concurrent callers wait for the result of a renewal, and how often they poll, in
 * milliseconds.
 */
const timeoutMs = 40_000;
const pollMs = 100;

interface Row {
  access: Buffer | null;
  accessUntil: Date | null;
  refresh: Buffer;
  renewalUntil: Date | null;
}

interface StoredTokens extends Tokens {
  /** Encrypted, as stored in the row. */
  sealedRefresh: Buffer;
  /** When the current renewal times out. Null if no renewal is in progress. */
  renewalUntil: Date | null;
}

async function read(ctx: TokenContext, companyId: string): Promise<StoredTokens> {
  const { secrets } = ctx.services;
  const { rows } = await sql<Row>`
    select access_token as access, access_until as "accessUntil", refresh_token as refresh, renewal_until as "renewalUntil"
    from tax_authority_connection where company_id = ${companyId}`.execute(secretsDb(ctx));
  const [row] = rows;
  if (!row) throw new Error(`The company ${companyId} is not connected to the tax authority.`);
  return {
    access: row.access ? secrets.open(row.access, accessTokenPlace(companyId)) : '',
    accessUntil: row.accessUntil ?? new Date(0),
    refresh: secrets.open(row.refresh, refreshTokenLocation(companyId)),
    refreshUntil: null,
    sealedRefresh: row.refresh,
    renewalUntil: row.renewalUntil,
  };
}

/** Reserves the refresh token before it's used. Returns null if another caller has reserved it. */
async function claim(
  ctx: TokenContext,
  companyId: string,
  { sealedRefresh }: StoredTokens,
): Promise<string | null> {
  const renewal = randomUUID();
  const { rows } = await sql`
    update tax_authority_connection set renewal = ${renewal}, renewal_until = ${new Date(ctx.clock.now().getTime() + renewalMs)}
    where company_id = ${companyId} and renewal is null and refresh_token = ${sealedRefresh} returning company_id`.execute(
    secretsDb(ctx),
  );
  return rows.length > 0 ? renewal : null;
}

/** Stores the new tokens, unless someone signed in again in the meantime. */
async function write(
  ctx: TokenContext,
  companyId: string,
  renewal: string,
  tokens: Tokens,
): Promise<void> {
  const { secrets } = ctx.services;
  const { access, accessUntil, refresh, refreshUntil } = tokens;
  await sql`
    update tax_authority_connection set access_token = ${secrets.seal(access, accessTokenPlace(companyId))}, access_until = ${accessUntil},
      refresh_token = ${secrets.seal(refresh, refreshTokenLocation(companyId))}, signed_in_until = coalesce(${refreshUntil}, signed_in_until), problem = '',
      renewal = null, renewal_until = null
    where company_id = ${companyId} and renewal = ${renewal}`.execute(secretsDb(ctx));
}

/** Releases the refresh token after a renewal that got no tokens. */
const abandonRenewal = ({ db }: TokenContext, companyId: string, renewal: string) =>
  sql`update tax_authority_connection set renewal = null, renewal_until = null where company_id = ${companyId} and renewal = ${renewal}`.execute(
    db,
  );

/**
 * Renews the tokens in one process, outside of any transaction, while concurrent callers wait for
 * the result. An interrupted renewal may have used the refresh token, so the token isn't used
 * again. Either the result still arrives, or someone must sign in again.
 */
async function renewOnce(
  ctx: TokenContext,
  companyId: string,
  stale: string,
  renew: (refresh: string) => Promise<Tokens>,
): Promise<Tokens> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const stored = await read(ctx, companyId);
    if (stored.access !== stale) return stored;
    if (stored.renewalUntil && stored.renewalUntil <= ctx.clock.now())
      throw new TaxAuthorityFailure('credentials', renewalInterrupted);
    const renewal = stored.renewalUntil ? null : await claim(ctx, companyId, stored);
    if (renewal) return await renewBy(ctx, companyId, renewal, () => renew(stored.refresh));
    await delay(pollMs);
  }
  throw new TaxAuthorityFailure('away', sentence(localize('tokens.beingRenewed')));
}

async function renewBy(
  ctx: TokenContext,
  companyId: string,
  renewal: string,
  renew: () => Promise<Tokens>,
): Promise<Tokens> {
  stopPoint('allocation.renew', 'ask', 'before');
  let next: Tokens;
  try {
    next = await renew();
  } catch (error) {
    await abandonRenewal(ctx, companyId, renewal);
    throw error;
  }
  stopPoint('allocation.renew', 'ask', 'after');
  await write(ctx, companyId, renewal, next);
  return next;
}

const renewalInterrupted = sentence(localize('tokens.renewalInterrupted'));

/** The tokens of a company's connection, stored encrypted in its row. */
export const tokenKeeper = (ctx: TokenContext, companyId: string): TokenKeeper => ({
  read: () => read(ctx, companyId),
  renew: (stale, renew) => renewOnce(ctx, companyId, stale, renew),
});
