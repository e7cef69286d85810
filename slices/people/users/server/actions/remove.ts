import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { grantsOf } from '../../../../../server/platform/access/grants.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { monthToDateCost } from '../../../../../server/platform/dashboard/hooks.ts';
import { singleContribution } from '../../../../../server/platform/hooks.ts';
import { disconnectUser } from '../../../../../server/platform/session/session.ts';
import type { holdings } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { ownedServers } from '../ownedServers.ts';
import { obstacleTo } from '../rules/actions.ts';
import { announceUser, findUser, lockUserForUpdate, type UserRow, viewerOf } from '../store.ts';
import { countSessions } from './disableUser.ts';

export type Holdings = z.output<typeof holdings>;

/** The user's resources and memberships. */
export async function readUserResources(ctx: SignedInContext, user: UserRow): Promise<Holdings> {
  const { rows: subAccounts } = await sql<{ id: string; email: string }>`
    select id, email from user_account where parent_id = ${user.id} and deleted_at is null order by email_key`.execute(
    ctx.db,
  );
  const servers = await singleContribution(ctx, ownedServers).ofOwners(ctx, [user.id]);
  const totals = await singleContribution(ctx, monthToDateCost)(ctx, user.id);
  return {
    servers: servers.map(({ id, name, power, state }) => ({ id, name, power, state })),
    children: subAccounts,
    groups: [...new Set((await grantsOf(ctx.db, user.id)).map(({ groupName }) => groupName))],
    spend: totals.map(({ amount, currency }) => ({ amount, currency })),
  };
}

/**
 * The dry run of a deletion: everything that belongs to the account, and why it can't currently be
 * deleted.
 */
export async function checkDeletion(ctx: SignedInContext, userId: string) {
  const user = await findUser(ctx, userId);
  const holdings = await readUserResources(ctx, user);
  const obstacle = obstacleTo('delete', viewerOf(ctx), user)?.[ctx.language] ?? null;
  const services = holdings.servers.filter(({ state }) => state !== 'bin').length;
  const problem =
    holdings.children.length > 0
      ? hasChildren[ctx.language]
      : services > 0
        ? ownedServicesText(services)[ctx.language]
        : null;
  return { ...holdings, sessions: await countSessions(ctx, userId), problem: obstacle ?? problem };
}

const hasChildren = localize('hasChildren');
const ownedServicesText = (count: number): LocalizedText => localize('ownsServers', { count });

/**
 * Deletes the account. Its sessions end immediately, its email address can be reused, and its
 * history is kept. Throws `userHasChildren`, `userOwnsServices`, `userAboveYou`,
 * `userActionRefused`.
 */
export async function deleteUser(ctx: SignedInContext, userId: string): Promise<void> {
  const user = await lockUserForUpdate(ctx, userId, 'delete');
  // Waits for concurrent transactions that create resources for this account, so that they are
  // visible here.
  await sql`select from user_account where id = ${userId} for update`.execute(ctx.db);
  const { servers, children } = await readUserResources(ctx, user);
  if (children.length > 0) {
    const emails = children.slice(0, 10).map(({ email }) => email);
    throw userError('userHasChildren', { email: user.email, children: emails.join(', ') });
  }
  const live = servers.filter(({ state }) => state !== 'bin');
  if (live.length > 0) {
    const names = live.slice(0, 10).map(({ name }) => name);
    throw userError('userOwnsServices', { email: user.email, servers: names.join(', ') });
  }
  await ctx.db
    .updateTable('user_account')
    .set({ deleted_at: ctx.clock.now(), deleted_by: ctx.actor.userId, is_enabled: false })
    .where('id', '=', userId)
    .execute();
  await disconnectUser(ctx.db, userId);
  ctx.note({
    targetType: 'user',
    targetId: userId,
    before: { email: user.email, role: user.role },
    after: { deleted: true },
  });
  await announceUser(ctx, user);
}
