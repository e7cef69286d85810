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

/** The owner of a network and the groups with rights on it. Shared networks have no owner. */
export const networkReach: Columns = {
  owner: 'network.owner_id',
  site: 'network.site_id',
  object: { type: 'ot.network', id: 'network.id' },
};

/** The owner of the server that an interface belongs to. */
export const cardReach: Columns = {
  owner: 'nic.owner_id',
  site: 'nic.site_id',
  object: { type: 'ot.server', id: 'nic.server_id' },
};

/**
 * The networks the actor sees: those open to all and those it reaches; networks of services are
 * root's. The portal's own work sees any.
 */
export function visible(ctx: Context): RawBuilder<boolean> {
  if (!ctx.actor) return sql`true`;
  const isReached = sql`((network.owner_id is null and network.kind <> 'int') or ${visibleTo(ctx, networkReach)})`;
  return sql`(${isReached} and ${isOnSameSide(ctx, 'network.datacenter_id')})`;
}

/** The networks the actor may plug servers into. */
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

/** Why the actor may not change the network; null when it may. */
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
 * Throws `networkOfRoot`, `rightMissing`, `lockedByParent`, `notAllowed`, for a network that the
 * actor may see.
 */
export function requireManaging(ctx: Context, network: Managed): void {
  const lack = lackOn(ctx, network);
  if (lack) throw userError(lack.code, lack.values);
}
