import { type RawBuilder, sql } from 'kysely';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { closedStates } from '../../../../../server/platform/access/restriction.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { singleContribution } from '../../../../../server/platform/hooks.ts';
import { type OwnedServer, ownedServers } from '../../../users/server/index.ts';
import { localize } from '../../texts/localize.ts';
import type { Account } from '../find.ts';

type Ctx = Pick<SignedInContext, 'db'>;

/**
 * Whether the parent account is suspended or locked. If so, servers to turn on wait until it is
 * resumed. The parent account is locked, so that it is either resumed later and turns on the
 * waiting servers, or was resumed before and nothing waits.
 */
export async function mustWaitForParent(
  ctx: Ctx,
  { role, parentId }: Pick<Account, 'role' | 'parentId'>,
): Promise<boolean> {
  if (role !== 'user' || parentId === null) return false;
  const { rows } = await sql<{ state: string }>`
    select account_state as state from user_account where id = ${parentId} for share`.execute(
    ctx.db,
  );
  return rows.some(({ state }) => closedStates.has(state));
}

export const parentStillSuspended: LocalizedText = localize('parentHolds');

/**
 * A condition on `account_suspended_server s`: servers of the account, or of one of its
 * sub-accounts that was resumed before it and waited for it.
 */
const inFamily = (accountId: string): RawBuilder<boolean> => sql<boolean>`(
  s.user_id = ${accountId} or s.user_id in (
    select child.id from user_account child
    where child.parent_id = ${accountId} and child.role = 'user' and child.deleted_at is null
      and child.account_state <> all(${[...closedStates]}::text[])))`;

/** The number of servers turned off by a suspension of the account that resuming it turns on. */
export async function countSuspendedServers(ctx: Ctx, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from account_suspended_server s where ${inFamily(accountId)}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Clears the record of servers turned off by suspensions, and returns those that are still off and
 * have the same owner.
 */
export async function claimSuspendedServers(
  ctx: SignedInContext,
  accountId: string,
): Promise<OwnedServer[]> {
  const { rows } = await sql<{ userId: string; serverId: string }>`
    delete from account_suspended_server s where ${inFamily(accountId)} returning s.user_id as "userId", s.server_id as "serverId"`.execute(
    ctx.db,
  );
  const owners = new Map(rows.map(({ userId, serverId }) => [serverId, userId]));
  const servers = await singleContribution(ctx, ownedServers).byId(ctx, [...owners.keys()]);
  return servers.filter(
    ({ id, ownerId, state, power }) =>
      ownerId === owners.get(id) && state === 'live' && power === 'off',
  );
}
