import type * as z from 'zod';
import { render } from '../../../../contract/errors/messages.ts';
import { lackOf, may } from '../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type {
  networkActions as networkActionsShape,
  subnetActions as subnetActionsShape,
} from '../contract.ts';
import { isRoot } from './access.ts';
import { type NetworkRow, named } from './find.ts';

interface Used {
  /** Names of the servers on the network, possibly only the first few. */
  servers: readonly string[];
}

/**
 * For each action, null if it's available to the user now, otherwise the reason. `lack`: why the
 * user can't change the network at all.
 */
export function networkActions(
  ctx: Context,
  network: NetworkRow & Used & { subnets: readonly unknown[] },
  lack: string | null,
): z.output<typeof networkActionsShape> {
  const { name, servers } = network;
  const inUse =
    servers.length > 0
      ? render('networkInUse', ctx.language, { name, servers: named(servers) })
      : null;
  return {
    change: lack,
    addSubnet: lack,
    connect: whyNotConnect(ctx, network),
    remove: lack ?? inUse,
  };
}

function whyNotConnect(
  ctx: Context,
  network: NetworkRow & { subnets: readonly unknown[] },
): string | null {
  const say = (code: Parameters<typeof render>[0], values: Record<string, string> = {}) =>
    render(code, ctx.language, values);
  if (!may(ctx, 'servers.configure')) return say('notAllowed', { permission: 'servers.configure' });
  if (!isRoot(ctx) && network.ownerId !== null) {
    const missing = lackOf(network, 'operate');
    if (missing) return say(missing, { right: 'operate', name: network.name });
  }
  return network.subnets.length === 0
    ? say('networkWithoutSubnet', { network: network.name })
    : null;
}

export function subnetActions(
  ctx: Context,
  { cidr, servers }: Used & { cidr: string },
  lack: string | null,
): z.output<typeof subnetActionsShape> {
  const inUse =
    servers.length > 0
      ? render('subnetInUse', ctx.language, { cidr, servers: named(servers) })
      : null;
  return { change: lack, reserve: lack, remove: lack ?? inUse };
}
