import { type RawBuilder, sql } from 'kysely';
import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import type { CodeName } from '../../../../contract/errors/codes.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import {
  type Columns,
  denialReasonFor,
  type EffectiveRights,
  hasPermission,
  visibleTo,
} from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { isOnSameSide } from '../../datacenters/server/index.ts';
import type { NetworkKind } from './tables.ts';

/**
 * The columns that determine access: the owner of a network and the groups with rights on it.
 * Shared networks have no owner.
 */
export const networkAccessColumns: Columns = {
  owner: 'network.owner_id',
  site: 'network.site_id',
  object: { type: 'ot.network', id: 'network.id' },
};

/**
 * The columns that determine access to an interface: the owner of its server and the groups with
 * rights on the server.
 */
export const nicVisibility: Columns = {
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
  const isVisible = sql`((network.owner_id is null and network.kind <> 'int') or ${visibleTo(ctx, networkAccessColumns)})`;
  return sql`(${isVisible} and ${isOnSameSide(ctx, 'network.datacenter_id')})`;
}

/** Whether the actor can connect servers to a network. */
export function canAttach(ctx: Context): RawBuilder<boolean> {
  if (!ctx.actor) return sql`true`;
  return sql`((network.owner_id is null and network.kind <> 'int') or ${visibleTo(ctx, networkAccessColumns, 'operate')})`;
}

export interface Managed extends EffectiveRights {
  name: string;
  kind: NetworkKind;
  ownerId: string | null;
}

export const isRoot = (ctx: Pick<Context, 'actor'>): boolean =>
  ctx.actor === null || ctx.actor.role === 'root';

/** Returns why the actor can't change the network, or null if they can. */
export function networkDenialReason(
  ctx: Context,
  network: Managed,
): { code: CodeName; values: Record<string, string> } | null {
  if (isRoot(ctx)) return null;
  if (!hasPermission(ctx, 'networks.manage'))
    return { code: 'notAllowed', values: { permission: 'networks.manage' } };
  if (network.ownerId === null || network.kind !== 'lan')
    return { code: 'networkOfRoot', values: {} };
  const denialReason = denialReasonFor(network, requiredRightFor('networks.manage'));
  return denialReason && { code: denialReason, values: { right: 'manage', name: network.name } };
}

/**
 * Throws `networkOfRoot`, `rightMissing`, `lockedByParent` or `notAllowed` if the actor can't
 * change a network visible to them.
 */
export function requireNetworkManagement(ctx: Context, network: Managed): void {
  const denialReason = networkDenialReason(ctx, network);
  if (denialReason) throw userError(denialReason.code, denialReason.values);
}
