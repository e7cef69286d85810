import type { SocialIdentity } from '../../../../drivers/social/port.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { Provider } from './providers.ts';
import { subjectKey } from './signIn/known.ts';
import { socialTables } from './tables.ts';

type Site = Pick<Provider, 'code' | 'issuer'>;

/**
 * The account of this identity on the context's site. Null when there is none or it was deleted.
 */
export async function findLinkedAccount(ctx: Context, provider: Site, subject: string) {
  return await socialTables(ctx)
    .selectFrom('social_link as l')
    .innerJoin('user_account as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.allows_social_login'])
    .where('l.site_id', '=', ctx.site.id)
    .where('l.provider', '=', provider.code)
    .where('l.subject', '=', subjectKey(provider, subject))
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** An account's connections. */
export async function listLinks(ctx: Context, userId: string) {
  return await socialTables(ctx)
    .selectFrom('social_link as l')
    .leftJoin('social_provider as p', (join) =>
      join.onRef('p.site_id', '=', 'l.site_id').onRef('p.code', '=', 'l.provider'),
    )
    .select(['l.provider', 'l.email', 'l.display_name', 'l.created_at', 'p.title'])
    .where('l.user_id', '=', userId)
    .orderBy('l.created_at')
    .execute();
}

/**
 * Connects the identity to the account. False when it is connected to another account, or the
 * account to another identity there, including concurrently. Connections of deleted accounts don't
 * count.
 */
export async function addLink(
  ctx: Context,
  userId: string,
  provider: Site,
  identity: SocialIdentity,
): Promise<boolean> {
  const db = socialTables(ctx);
  const subject = subjectKey(provider, identity.subject);
  await db
    .deleteFrom('social_link as l')
    .using('user_account as u')
    .whereRef('u.id', '=', 'l.user_id')
    .where('u.deleted_at', 'is not', null)
    .where('l.site_id', '=', ctx.site.id)
    .where('l.provider', '=', provider.code)
    .where('l.subject', '=', subject)
    .execute();
  const result = await db
    .insertInto('social_link')
    .values({
      site_id: ctx.site.id,
      provider: provider.code,
      subject,
      user_id: userId,
      ...identityFields(identity),
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Stores the provider's current profile of the user, for display only and never for lookups. */
export async function recordLinkUse(
  ctx: Context,
  provider: Site,
  identity: SocialIdentity,
): Promise<void> {
  await socialTables(ctx)
    .updateTable('social_link')
    .set(identityFields(identity))
    .where('site_id', '=', ctx.site.id)
    .where('provider', '=', provider.code)
    .where('subject', '=', subjectKey(provider, identity.subject))
    .execute();
}

const identityFields = (identity: SocialIdentity) => ({
  email: (identity.email ?? '').slice(0, 254),
  display_name: (identity.displayName || `${identity.firstName} ${identity.lastName}`.trim()).slice(
    0,
    200,
  ),
});

/** Returns whether the connection existed. */
export async function removeLink(ctx: Context, userId: string, social: string): Promise<boolean> {
  const result = await socialTables(ctx)
    .deleteFrom('social_link')
    .where('user_id', '=', userId)
    .where('provider', '=', social)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
