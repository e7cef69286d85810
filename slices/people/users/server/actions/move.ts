import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import {
  type UserDenialReason,
  userDenialReason,
} from '../../../../../server/platform/access/effectiveRights.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { hookContributions, singleContribution } from '../../../../../server/platform/hooks.ts';
import { disconnectUser } from '../../../../../server/platform/session/session.ts';
import { localize } from '../../texts/localize.ts';
import { onAccountsMoved } from '../hooks.ts';
import { ownedServers } from '../ownedServers.ts';
import { parentProblem, roleProblem } from '../rules/userScope.ts';
import { announceUser, lockUserForUpdate, manageableSites, type UserRow } from '../store.ts';
import { findParent } from './create.ts';

interface MovedUser {
  id: string;
  email: string;
  email_key: string;
}

/**
 * Moves a user to another site (with its sub-accounts and everything they own), or into or out
 * of a parent account. Sessions end, because they belong to the site's host. Throws
 * `userAboveYou`, `parentRefused`, `roleRefused`, `emailNotAvailable`, `serverBusy`.
 */
export async function moveUser(
  ctx: SignedInContext,
  userId: string,
  to: { siteId: string; parentId: string | null },
): Promise<void> {
  const user = await lockUserForUpdate(ctx, userId, 'move');
  const site = (await manageableSites(ctx)).find(({ id }) => id === to.siteId);
  if (!site) throw userError('notFound', { what: 'site', id: to.siteId });
  if (to.parentId !== null) {
    const parent = await findParent(ctx, to.parentId);
    const problem = parentProblem(parent, { id: userId, siteId: site.id, children: user.children });
    if (problem) throw userError('parentRefused', { problem }, 'parentId');
  }
  const placeProblem = roleProblem(ctx.actor, user.role, {
    sitePath: site.path,
    parentId: to.parentId,
  });
  if (placeProblem) throw userError('roleRefused', { role: user.role, problem: placeProblem });
  const isSiteChanged = site.id !== user.siteId;
  const accountsToMove = isSiteChanged ? await withSubAccounts(ctx, user) : [];
  await requireUniqueEmails(ctx, site.id, accountsToMove);
  await ctx.db
    .updateTable('user_account')
    // The lock was set by the parent account, and could not be removed without it.
    .set({
      site_id: site.id,
      parent_id: to.parentId,
      ...(to.parentId === user.parentId ? {} : { is_parent_locked: false }),
    })
    .where('id', '=', userId)
    .execute();
  if (isSiteChanged) await moveOwnedResources(ctx, accountsToMove, site.id);
  const before = { siteId: user.siteId, parentId: user.parentId };
  ctx.note({ targetType: 'user', targetId: userId, before, after: to });
  await announceUser(ctx, user);
  await announceUser(ctx, { id: userId, siteId: site.id, parentId: to.parentId });
}

async function withSubAccounts(ctx: SignedInContext, user: UserRow): Promise<MovedUser[]> {
  const { rows } = await sql<MovedUser & { lack: UserDenialReason | null }>`
    select id, email, email_key, ${userDenialReason(ctx.actor, 'user_account.id')} as lack from user_account where (id = ${user.id} or parent_id = ${user.id}) and deleted_at is null
    order by id for no key update`.execute(ctx.db);
  const hiddenAncestor = rows.find(({ lack }) => lack !== null);
  if (hiddenAncestor) throw userError('userAboveYou', { email: hiddenAncestor.email });
  return rows;
}

/** An email address must be unique within a site. */
async function requireUniqueEmails(
  ctx: SignedInContext,
  siteId: string,
  accountsToMove: readonly MovedUser[],
): Promise<void> {
  const keys = accountsToMove.map((user) => user.email_key);
  const { rows } = await sql<{ email: string }>`
    select email from user_account where site_id = ${siteId} and deleted_at is null and email_key = any(${keys}::text[]) limit 1`.execute(
    ctx.db,
  );
  if (rows[0])
    throw userError('moveRefused', { email: rows[0].email, problem: emailTakenAtTarget }, 'siteId');
}

const emailTakenAtTarget = localize('takenThere');

async function moveOwnedResources(
  ctx: SignedInContext,
  accountsToMove: readonly MovedUser[],
  siteId: string,
): Promise<void> {
  const ids = accountsToMove.map(({ id }) => id);
  await sql`update user_account set site_id = ${siteId} where id = any(${ids}::uuid[])`.execute(
    ctx.db,
  );
  for (const { id } of accountsToMove) await disconnectUser(ctx.db, id);
  const owned = singleContribution(ctx, ownedServers);
  const servers = await owned.ofOwners(ctx, ids);
  for (const server of [...servers].sort((a, b) => a.id.localeCompare(b.id)))
    await owned.changeOwner(ctx, server.id, { ownerId: server.ownerId, siteId });
  for (const follow of hookContributions(ctx, onAccountsMoved)) await follow(ctx, { ids, siteId });
}
