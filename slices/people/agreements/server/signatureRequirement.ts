import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../../../contract/access/roles.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';

/** The current published version of agreement `a`. */
export const currentVersion = sql`
  lateral (
    select v.id, v.version, v.texts from agreement_version v
    where v.agreement_id = a.id and v.published_at is not null order by v.version desc limit 1
  ) as current`;

/**
 * Whether agreement `a` applies to user `u`. Root users publish agreements and are never blocked.
 */
export const appliesToUser = sql<boolean>`(
  a.is_active and a.site_id = u.site_id and u.role <> 'root' and u.deleted_at is null and (
    a.audience = 'all'
    or (a.audience = 'roles' and u.role = any(a.roles))
    or (a.audience = 'newUsers' and u.created_at >= a.first_published_at)
  ))`;

export const hasSignedAgreement = sql<boolean>`exists (
  select from agreement_signature s where s.version_id = current.id and s.user_id = u.id)`;

/**
 * The condition "this user must still sign an agreement" for queries of other slices. `userId` is a
 * column or value of that query. Costs one index lookup per agreement of the user's site.
 */
export const signatureMissing = (
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from user_account u join agreement a on a.site_id = u.site_id, ${currentVersion}
  where u.id = ${userId} and ${appliesToUser} and not ${hasSignedAgreement})`;

export async function needsSignature(ctx: Pick<Context, 'db'>, userId: string): Promise<boolean> {
  const { rows } = await sql<{
    isNeeded: boolean;
  }>`select ${signatureMissing(sql`${userId}::uuid`)} as "isNeeded"`.execute(ctx.db);
  return rows[0]?.isNeeded ?? false;
}

/** Operations available without a signature: signing an agreement, and signing out. */
const alwaysAllowed: ReadonlySet<string> = new Set([
  'signAgreement',
  'login',
  'logout',
  'setLanguage',
]);

/**
 * The title of an unsigned agreement that blocks this operation. Null if there is none. Reads and
 * billing are never blocked. Used by the guard of every call and by Explain access.
 */
export async function findBlockingAgreement(
  ctx: Pick<Context, 'db'>,
  { userId, role }: { userId: string; role: Role },
  operation: string,
  endpoint: Endpoint,
): Promise<string | null> {
  if (!endpoint.changes || role === 'root') return null;
  if (
    endpoint.access === 'public' ||
    endpoint.access.startsWith('billing.') ||
    alwaysAllowed.has(operation)
  )
    return null;
  const { rows } = await sql<{ title: string }>`
    select a.title from user_account u join agreement a on a.site_id = u.site_id, ${currentVersion}
    where u.id = ${userId} and a.blocks = 'changes' and ${appliesToUser} and not ${hasSignedAgreement} limit 1`.execute(
    ctx.db,
  );
  return rows[0]?.title ?? null;
}

/**
 * Rejects changes while the caller has not signed an agreement that the site requires. Reads and
 * billing stay available. Throws `agreementNotSigned`. Costs one statement per change and none per
 * read.
 */
export async function requireAgreement(
  ctx: Context,
  operation: string,
  endpoint: Endpoint,
): Promise<void> {
  const title = ctx.actor && (await findBlockingAgreement(ctx, ctx.actor, operation, endpoint));
  if (title) throw userError('agreementNotSigned', { title });
}
