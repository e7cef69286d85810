import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { emailKey } from '../../../../contract/fields/email.ts';
import { scopeOf, visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { singleContribution } from '../../../../server/platform/hooks.ts';
import { priceListFor } from '../../pricing/server/index.ts';
import type { budgetEndpoints } from '../contract.ts';
import { budgetedServers } from './budgetedServers.ts';

type Options = z.output<(typeof budgetEndpoints)['budgetOptions']['answer']>;

const maxTags = 500;

/**
 * Returns the possible scopes for an account's budgets. Throws `notFound` for an email address
 * without an account in the caller's scope.
 */
export async function readOptions(
  ctx: SignedInContext,
  email: string | undefined,
): Promise<Options> {
  const user = await findAccount(ctx, email);
  const list = await priceListFor(
    ctx.db,
    { siteId: user.siteId, ownerId: user.id },
    ctx.clock.now(),
  );
  const { rows } = await sql<{ tag: string }>`
    select distinct tag from (${singleContribution(ctx, budgetedServers).tagged}) s, unnest(s.tags) as tag
    where s.owner_id = ${user.id} or s.owner_id in (select id from user_account where parent_id = ${user.id})
    order by tag limit ${maxTags}`.execute(ctx.db);
  return {
    user: { id: user.id, email: user.email },
    currency: list?.currency ?? null,
    tags: rows.map(({ tag }) => tag),
    setsForOthers: scopeOf(ctx.actor).kind !== 'own' || (await hasChildren(ctx)),
  };
}

async function findAccount(
  ctx: SignedInContext,
  email: string | undefined,
): Promise<{ id: string; siteId: string; email: string }> {
  const { userId: id, siteId } = ctx.actor;
  if (email === undefined) return { id, siteId, email: ctx.actor.email };
  const { rows } = await sql<{ id: string; siteId: string; email: string }>`
    select u.id, u.site_id as "siteId", u.email from user_account u
    where u.email_key = ${emailKey(email)} and u.deleted_at is null and u.sandbox_of is null
      and ${visibleTo(ctx, { owner: 'u.id', site: 'u.site_id' })}
    order by u.created_at limit 1`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw userError('notFound', { what: 'user', id: email }, 'email');
  return found;
}

async function hasChildren(ctx: SignedInContext): Promise<boolean> {
  const { rows } = await sql`
    select from user_account where parent_id = ${ctx.actor.userId} and deleted_at is null limit 1`.execute(
    ctx.db,
  );
  return rows.length > 0;
}
