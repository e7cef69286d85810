import { type RawBuilder, sql } from 'kysely';
import { neededFor } from '../../../../contract/access/permissions.ts';
import type { CodeName } from '../../../../contract/errors/codes.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import {
  type Columns,
  type EffectiveRights,
  lackOf,
  may,
  visibleTo,
} from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { isOnSameSide } from '../../datacenters/server/index.ts';
import type { NetworkKind } from './tables.ts';

/**
 * The columns that determine access: the owner of a network and the groups with rights on it.
 * Shared networks have no owner.
 */
export const networkReach: Columns = {
  owner: 'network.owner_id',
  site: 'network.site_id',
  object: { type: 'ot.network', id: 'network.id' },
};

/**
 * The columns that determine access to an interface: the owner of its server and the groups with
 * rights on the server.
 */
export const cardReach: Columns = {
  owner: 'nic.owner_id',
  site: 'nic.site_id',
  object: { type: 'ot.server', id: 'nic.server_id' },
};

/**
 * Whether a network is visible to the actor: shared networks and those in scope. Only root sees
 * service networks. Internal work sees all networks.
 */
export function visible(ctx: Context): RawBuilder<boolean> {
  if (!ctx.actor) return sql`true`;
  const isReached = sql`((network.owner_id is null and network.kind <> 'int') or ${visibleTo(ctx, networkReach)})`;
  return sql`(${isReached} and ${isOnSameSide(ctx, 'network.datacenter_id')})`;
}

/** Whether the actor can connect servers to a network. */
export function attachable(ctx: Context): RawBuilder<boolean> {
  if (!ctx.actor) return sql`true`;
  return sql`((network.owner_id is null and network.kind <> 'int') or ${visibleTo(ctx, networkReach, 'operate')})`;
}

export interface Managed extends EffectiveRights {
  name: string;
  kind: NetworkKind;
  ownerId: string | null;
}

export const isRoot = (ctx: Pick<Context, 'actor'>): boolean =>
  ctx.actor === null || ctx.actor.role === 'root';

/** Returns why the actor can't change the network, or null if they can. */
export function lackOn(
  ctx: Context,
  network: Managed,
): { code: CodeName; values: Record<string, string> } | null {
  if (isRoot(ctx)) return null;
  if (!may(ctx, 'networks.manage'))
    return { code: 'notAllowed', values: { permission: 'networks.manage' } };
  if (network.ownerId === null || network.kind !== 'lan')
    return { code: 'networkOfRoot', values: {} };
  const lack = lackOf(network, neededFor('networks.manage'));
  return lack && { code: lack, values: { right: 'manage', name: network.name } };
}

/**
 * Throws `networkOfRoot`, `rightMissing`, `lockedByParent` or `notAllowed` if the actor can't
 * change a network visible to them.
 */
export function requireManaging(ctx: Context, network: Managed): void {
  const lack = lackOn(ctx, network);
  if (lack) throw userError(lack.code, lack.values);
}
