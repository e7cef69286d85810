import type * as z from 'zod';
import { render } from '../../../../contract/errors/messages.ts';
import { denialReasonFor, hasPermission } from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type {
  networkActions as networkActionsShape,
  subnetActions as subnetActionsShape,
} from '../contract.ts';
import { isRoot } from './access.ts';
import { formatServerNames, type NetworkRow } from './find.ts';

interface NetworkUsage {
  /** Names of the servers on the network, possibly only the first few. */
  servers: readonly string[];
}

/**
 * For each action, null if it's available to the user now, otherwise the reason. `denialReason`: why the
 * user can't change the network at all.
 */
export function networkActions(
  ctx: Context,
  network: NetworkRow & NetworkUsage & { subnets: readonly unknown[] },
  denialReason: string | null,
): z.output<typeof networkActionsShape> {
  const { name, servers } = network;
  const inUseReason =
    servers.length > 0
      ? render('networkInUse', ctx.language, { name, servers: formatServerNames(servers) })
      : null;
  return {
    change: denialReason,
    addSubnet: denialReason,
    connect: connectObstacle(ctx, network),
    remove: denialReason ?? inUseReason,
  };
}

function connectObstacle(
  ctx: Context,
  network: NetworkRow & { subnets: readonly unknown[] },
): string | null {
  const renderReason = (code: Parameters<typeof render>[0], values: Record<string, string> = {}) =>
    render(code, ctx.language, values);
  if (!hasPermission(ctx, 'servers.configure'))
    return renderReason('notAllowed', { permission: 'servers.configure' });
  if (!isRoot(ctx) && network.ownerId !== null) {
    const denialReason = denialReasonFor(network, 'operate');
    if (denialReason) return renderReason(denialReason, { right: 'operate', name: network.name });
  }
  return network.subnets.length === 0
    ? renderReason('networkWithoutSubnet', { network: network.name })
    : null;
}

export function subnetActions(
  ctx: Context,
  { cidr, servers }: NetworkUsage & { cidr: string },
  denialReason: string | null,
): z.output<typeof subnetActionsShape> {
  const inUseReason =
    servers.length > 0
      ? render('subnetInUse', ctx.language, { cidr, servers: formatServerNames(servers) })
      : null;
  return { change: denialReason, reserve: denialReason, remove: denialReason ?? inUseReason };
}
