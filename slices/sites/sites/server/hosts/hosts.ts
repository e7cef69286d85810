import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import { UserError, userError } from '../../../../../contract/errors/errors.ts';
import { hasPermission, requirePermission } from '../../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { publicHostOf } from '../../../../../server/platform/sites/publicHost.ts';
import { hostnameOf, siteChanged } from '../../../../../server/platform/sites/sites.ts';
import { hostStates, type siteEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import type { FoundSite } from '../find.ts';
import { siteTables } from '../tables.ts';
import { parseHostname } from './hostname.ts';
import {
  proofProblem,
  verificationRecordName,
  verificationRecordValue,
} from './hostnameVerification.ts';

type Claim = z.output<(typeof siteEndpoints)['createSiteHost']['answer']>;

const maxHosts = 20;
const betweenChecksMs = 3_000;

/** Throws `hostIllegal`. */
function legalHost(input: string): string {
  const { host, problem } = parseHostname(input);
  if (problem !== null) throw userError('hostIllegal', { host, problem }, 'host');
  return host;
}

const hostInUse = (host: string) => userError('hostInUse', { host }, 'host');

/** Returns the state of a hostname that the user wants to claim. */
export async function hostnameState(
  ctx: SignedInContext,
  input: string,
): Promise<{ host: string; state: number; problem: string }> {
  const { host, problem } = parseHostname(input);
  if (problem !== null) return { host, state: hostStates.illegal, problem: problem[ctx.language] };
  return {
    host,
    state: (await usedBySite(ctx, host)) ? hostStates.inUse : hostStates.available,
    problem: '',
  };
}

/**
 * Returns the ID of the site that has the hostname, or `root` for the host of the portal's public
 * address, which always belongs to the root site.
 */
async function usedBySite(ctx: SignedInContext, host: string): Promise<string | null> {
  if (host === publicHostOf(ctx.services.config)) return 'root';
  const row = await siteTables(ctx)
    .selectFrom('site_host')
    .select('site_id')
    .where('host', '=', host)
    .where('proved_at', 'is not', null)
    .executeTakeFirst();
  return row?.site_id ?? null;
}

/**
 * Throws `notAllowed` if the caller can't change the hostnames. Links of every account in the
 * portal can use the hostnames of the root site, so only the operator can change them.
 */
function requireHostRight(ctx: SignedInContext, site: Pick<FoundSite, 'parentId'>): void {
  if (site.parentId === null) requirePermission(ctx, 'portal.manage');
}

/** Why the caller can't change the hostnames of the site. Null if they can. */
export const hostsProblem = (
  ctx: SignedInContext,
  site: Pick<FoundSite, 'parentId'>,
): string | null =>
  site.parentId === null && !hasPermission(ctx, 'portal.manage') ? rootHosts[ctx.language] : null;

const rootHosts = localize('rootHosts');

/**
 * Claims a hostname for the site. A claim by the operator takes effect immediately. Other claims
 * wait for verification. Throws `notAllowed`, `hostIllegal`, `hostInUse`, `hostLimit`.
 */
export async function claimHost(
  ctx: SignedInContext,
  site: Pick<FoundSite, 'id' | 'parentId'>,
  input: string,
): Promise<Claim> {
  requireHostRight(ctx, site);
  const db = siteTables(ctx);
  const host = legalHost(input);
  if (await usedBySite(ctx, host)) throw hostInUse(host);
  const { count } = await db
    .selectFrom('site_host')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('site_id', '=', site.id)
    .executeTakeFirstOrThrow();
  if (count >= maxHosts) throw userError('hostLimit', { max: maxHosts }, 'host');
  const isRoot = hasPermission(ctx, 'portal.manage');
  const rootProof = { proved_at: ctx.clock.now(), proved_by: 'root' as const, problem: '' };
  await db
    .insertInto('site_host')
    .values({
      host,
      site_id: site.id,
      proof: randomBytes(18).toString('base64url'),
      position: count,
      created_at: ctx.clock.now(),
      ...(isRoot ? rootProof : {}),
    })
    .onConflict((conflict) => {
      const onConflict = conflict.columns(['site_id', 'host']);
      return isRoot ? onConflict.doUpdateSet(rootProof) : onConflict.doNothing();
    })
    .execute()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? hostInUse(host) : error;
    });
  if (isRoot) await writeHosts(ctx, site.id);
  ctx.note({
    targetType: 'site',
    targetId: site.id,
    after: { host, provedBy: isRoot ? 'root' : null },
  });
  return await readClaim(ctx, site.id, host);
}

const isDuplicate = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/** Copies a site's hostnames to its own row, which the site directory reads. */
export async function writeHosts(ctx: Context, siteId: string): Promise<void> {
  await sql`
    update site set hosts = coalesce((
      select array_agg(host order by position, created_at, host) from site_host where site_id = ${siteId} and proved_at is not null
    ), '{}'), lapsed_hosts = array(select host from site_host where site_id = ${siteId} and lapsed_at is not null)
    where id = ${siteId}`.execute(ctx.db);
  await siteChanged(ctx, siteId);
}

export async function listClaims(ctx: SignedInContext, siteId: string): Promise<Claim[]> {
  const rows = await siteTables(ctx)
    .selectFrom('site_host')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('position')
    .orderBy('created_at')
    .execute();
  return rows.map(present);
}

async function readClaim(ctx: SignedInContext, siteId: string, host: string): Promise<Claim> {
  const row = await claimRow(ctx, siteId, host);
  if (!row) throw userError('notFound', { what: 'host', id: host });
  return present(row);
}

type ClaimRow = NonNullable<Awaited<ReturnType<typeof claimRow>>>;
const claimRow = (ctx: SignedInContext, siteId: string, host: string) =>
  siteTables(ctx)
    .selectFrom('site_host')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('host', '=', host)
    .executeTakeFirst();

const present = (row: ClaimRow): Claim => ({
  host: row.host,
  state: row.proved_at ? hostStates.inUse : hostStates.checking,
  // The record has to remain because it's checked regularly.
  record: row.proved_by === 'root' ? null : verificationRecordName(row.host),
  value: row.proved_by === 'root' ? null : verificationRecordValue(row.proof),
  provedAt: row.proved_at?.toISOString() ?? null,
  provedBy: row.proved_by,
  checkedAt: row.checked_at?.toISOString() ?? null,
  renewedAt: row.renewed_at?.toISOString() ?? null,
  lapsedAt: row.lapsed_at?.toISOString() ?? null,
  problem: row.problem,
});

/**
 * Checks the verification record. The DNS is queried outside of any transaction.
 * Throws `notAllowed`, `hostNotProved`, `hostInUse`, `slowDown`.
 */
export async function checkHost(
  ctx: SignedInContext,
  site: FoundSite,
  input: string,
): Promise<Claim> {
  requireHostRight(ctx, site);
  const host = hostnameOf(input);
  const claim = await claimRow(ctx, site.id, host);
  if (!claim) throw userError('notFound', { what: 'host', id: host });
  if (claim.proved_at && claim.problem === '') return present(claim);
  const now = ctx.clock.now();
  if (claim.checked_at && now.getTime() - claim.checked_at.getTime() < betweenChecksMs)
    throw new UserError(
      [{ name: 'slowDown', values: { seconds: betweenChecksMs / 1000 } }],
      betweenChecksMs / 1000,
    );
  const problem = await proofProblem(host, claim.proof);
  if (problem !== null) {
    await siteTables(ctx)
      .updateTable('site_host')
      .set({ checked_at: now, problem: problem[ctx.language] })
      .where('site_id', '=', site.id)
      .where('host', '=', host)
      .execute();
    throw userError(
      'hostNotProved',
      {
        host,
        problem,
        record: verificationRecordName(host),
        value: verificationRecordValue(claim.proof),
      },
      'host',
    );
  }
  return await ctx.db.transaction().execute(async (transaction) => {
    const inner = withDb(ctx, transaction);
    // Updates only the claim that was verified. If it was withdrawn and created again, it has a
    // different token.
    await siteTables(inner)
      .updateTable('site_host')
      .set({
        proved_at: now,
        proved_by: 'dns',
        checked_at: now,
        renewed_at: now,
        lapsed_at: null,
        problem: '',
      })
      .where('site_id', '=', site.id)
      .where('host', '=', host)
      .where('proof', '=', claim.proof)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error) ? hostInUse(host) : error;
      });
    await writeHosts(inner, site.id);
    inner.note({ targetType: 'site', targetId: site.id, after: { host, provedBy: 'dns' } });
    return await readClaim(inner, site.id, host);
  });
}

/**
 * Removes a hostname and its verification. Throws `notAllowed`, `hostExcludesCaller`, `notFound`.
 */
export async function releaseHost(
  ctx: SignedInContext,
  site: FoundSite,
  input: string,
  callerHost: string,
): Promise<void> {
  requireHostRight(ctx, site);
  const host = hostnameOf(input);
  const caller = hostnameOf(callerHost);
  const isLastHostname =
    site.parentId === null && site.hosts.length === 1 && !(await isAnyHostSet(ctx, site.id));
  if (site.id === ctx.site.id && host === caller && !isLastHostname)
    throw userError('hostExcludesCaller', { host: caller }, 'host');
  const removed = await siteTables(ctx)
    .deleteFrom('site_host')
    .where('site_id', '=', site.id)
    .where('host', '=', host)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw userError('notFound', { what: 'host', id: host });
  await writeHosts(ctx, site.id);
  ctx.note({ targetType: 'site', targetId: site.id, before: { host } });
}

/**
 * Prevents the caller from being locked out. Once any site has a hostname, the root site responds
 * only at its own hostnames, so adding the first one while using another would lock the user out.
 * Throws `hostExcludesCaller`.
 */
export async function requireCallerHost(
  ctx: SignedInContext,
  site: FoundSite,
  input: string,
  callerHost: string,
): Promise<void> {
  const caller = hostnameOf(callerHost);
  if (parseHostname(caller).problem !== null || hostnameOf(input) === caller) return;
  if (caller === publicHostOf(ctx.services.config)) return;
  if (site.parentId === null ? site.hosts.length > 0 : await isAnyHostSet(ctx)) return;
  throw userError('hostExcludesCaller', { host: caller }, 'host');
}

async function isAnyHostSet(
  ctx: SignedInContext,
  excludedSiteId: string | null = null,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from site where hosts <> '{}' and id is distinct from ${excludedSiteId}::uuid limit 1`.execute(
      ctx.db,
    );
  return rows.length > 0;
}
