import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { UserError, userError } from '../../../../contract/errors/errors.ts';
import type { Language } from '../../../../contract/languages.ts';
import { actingAs } from '../../../../server/platform/access/actors.ts';
import { requirePermission } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { linkDays, maxLinks } from '../rules.ts';
import { localize } from '../texts/localize.ts';
import { type UsageQuery, usageQueryOf } from './report.ts';

const dayMs = 86_400_000;
const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Creates a URL at which the report can be downloaded without signing in, until it expires. */
export async function makeLink(
  ctx: SignedInContext,
  { userId, period, transition }: UsageQuery,
): Promise<{ url: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url');
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + linkDays * dayMs);
  await sql`
    delete from usage_link where created_by = ${ctx.actor.userId} and (expires_at <= ${now} or token_hash in (
      select token_hash from usage_link where created_by = ${ctx.actor.userId} order by created_at desc offset ${maxLinks - 1}))`.execute(
    ctx.db,
  );
  await sql`
    insert into usage_link (token_hash, created_by, user_id, period, transition, language, created_at, expires_at)
    values (${digest(token)}, ${ctx.actor.userId}, ${userId}, ${period}, ${transition}, ${ctx.language}, ${now}, ${expiresAt})`.execute(
    ctx.db,
  );
  ctx.note({
    targetType: 'user',
    targetId: userId,
    after: { period, transition, expiresAt: expiresAt.toISOString() },
  });
  return {
    url: `${siteAddress(ctx)}/svc/usage/shared/${token}`,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Revokes all links created by the caller, and returns their number. */
export async function withdrawLinks(ctx: SignedInContext): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from usage_link where created_by = ${ctx.actor.userId}`.execute(ctx.db);
  const endedCount = Number(numAffectedRows ?? 0n);
  ctx.note({ targetType: 'user', targetId: ctx.actor.userId, after: { ended: endedCount } });
  return endedCount;
}

/**
 * The report of a link. Throws `notFound` for an expired link, or if the account that created it
 * can no longer sign in or see the report.
 */
export async function followLink(
  ctx: Context,
  token: string,
): Promise<UsageQuery & { language: Language }> {
  const notFoundError = () =>
    userError('notFound', { what: 'report', id: localize('links.id.address') });
  const { rows } = await sql<UsageQuery & { language: Language; makerId: string }>`
    select l.created_by as "makerId", l.user_id as "userId", l.period, l.transition, l.language from usage_link l
    join user_account maker on maker.id = l.created_by join user_account u on u.id = l.user_id
    where l.token_hash = ${digest(token)} and l.expires_at > ${ctx.clock.now()}
      and maker.is_enabled and maker.deleted_at is null and u.deleted_at is null`.execute(ctx.db);
  if (!rows[0]) throw notFoundError();
  const { makerId, language, ...usageQuery } = rows[0];
  await requireCreatorAccess(ctx, makerId, usageQuery).catch((error: unknown) => {
    throw error instanceof UserError ? notFoundError() : error;
  });
  return { ...usageQuery, language };
}

/**
 * Checks the creator's access as for the report itself. Throws `notLoggedIn`, `notAllowed`,
 * `notFound`.
 */
async function requireCreatorAccess(
  ctx: Context,
  creatorId: string,
  usageQuery: UsageQuery,
): Promise<void> {
  const creator = await actingAs(ctx, creatorId);
  requirePermission(creator, 'billing.view');
  await usageQueryOf(creator, usageQuery);
}
