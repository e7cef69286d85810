import { sql } from 'kysely';
import type * as z from 'zod';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { containing } from '../../../../server/platform/database/listPage.ts';
import type { userEndpoints } from '../contract.ts';
import { findUser, isRealUser, userReach } from './store.ts';

type Query = z.output<(typeof userEndpoints)['listParentCandidates']['query']>;

const maxCandidates = 20;

/**
 * The possible parent accounts of the user (`parentProblem`): customers of the site who aren't
 * sub-accounts themselves. Empty for a user with sub-accounts.
 */
export async function listParentCandidates(
  ctx: SignedInContext,
  userId: string,
  { siteId, filter = '' }: Query,
) {
  const user = await findUser(ctx, userId);
  if (user.children > 0) return { items: [] };
  const { rows } = await sql<{ id: string; email: string; name: string }>`
    select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name from user_account u
    where ${isRealUser} and ${visibleTo(ctx, userReach)} and u.site_id = ${siteId} and u.role = 'user' and u.parent_id is null and u.id <> ${userId}
      and u.search_text like ${containing(filter.toLowerCase())}
    order by u.email_key limit ${maxCandidates}`.execute(ctx.db);
  return { items: rows };
}
