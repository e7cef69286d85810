import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import {
  administratorOf,
  getUserDenialReason,
  userDenialReason,
} from '../../../../server/platform/access/effectiveRights.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import type { Provider } from './providers.ts';
import { isChosenBySite } from './signIn/known.ts';

/**
 * Changing a provider's URLs allows signing in as every account connected to it. Throws
 * `socialProviderAboveYou` unless the actor has all rights of all of them. Connections outlive the
 * provider, so this also applies when it is connected again.
 */
export async function requireRightsOfLinked(ctx: SignedInContext, code: string): Promise<void> {
  const { rows } = await sql`
    select from social_link l join user_account u on u.id = l.user_id
    where l.site_id = ${ctx.site.id} and l.provider = ${code} and u.deleted_at is null and u.id <> ${ctx.actor.userId}
      and ${userDenialReason(ctx.actor, 'u.id')} is not null limit 1`.execute(
    portalDb(ctx, 'an account that moved away still counts'),
  );
  if (rows.length > 0) throw userError('socialProviderAboveYou');
}

/**
 * A provider chosen by the site is controlled by the site's administrators, now and after any later
 * change. Throws `socialProviderNotTrusted` for an account that has rights the administrators lack,
 * unless the operator set the provider.
 */
export async function requireTrustedProvider(
  ctx: Context,
  provider: Provider,
  userId: string,
): Promise<void> {
  if (provider.isTrusted || !isChosenBySite(provider)) return;
  if ((await getUserDenialReason(ctx.db, administratorOf(ctx.site), userId)) !== null)
    throw userError('socialProviderNotTrusted', { title: provider.title }, 'social');
}
