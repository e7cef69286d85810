import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { findDatacenter, limitsOf } from '../../../datacenters/server/index.ts';
import {
  type AddressRequest,
  allocateNic,
  describeNics,
  lockMove,
  type ServerNic,
} from '../../../networks/server/index.ts';
import { checkChangeCost } from '../costs/orders.ts';
import { newId } from '../create/plan.ts';
import { nicObstacles } from '../rules/actions.ts';
import { readUnplugged } from '../store/find.ts';
import { refreshAddresses } from '../store/write.ts';
import { addNicTask, connectNicTask, moveNicTask, removeNicTask } from '../tasks/nics.ts';
import { type HeldServer, hold, holdIdle, refusalOf, startServerTask } from './begin.ts';

type NicAddressRequest = Pick<AddressRequest, 'networkId' | 'address'>;

/**
 * Adds an interface and assigns its address before returning. Throws `serverNicLimit`,
 * `serverMustBeOff`, and the errors of `allocateNic`.
 */
export async function addNic(
  ctx: SignedInContext,
  serverId: string,
  request: NicAddressRequest,
): Promise<{ cmdId: number; nicId: string }> {
  const held = await hold(ctx, serverId, 'addNic');
  const { nicsMax } = await limitsOf(ctx, await findDatacenter(ctx, held.server.datacenterId));
  const nics = await describeNics(ctx, [serverId]);
  if (nics.length >= nicsMax) throw userError('serverNicLimit', { max: nicsMax });
  const nicId = newId();
  const { address, networkName } = await allocateNic(ctx, {
    ...{ server: held.server, nicId, datacenterId: held.server.datacenterId },
    ...request,
  });
  const [had, has] = [publicOf(nics), publicOf(await describeNics(ctx, [serverId]))];
  if (has > had)
    await checkChangeCost(ctx, held.server, { publicAddresses: has }, { publicAddresses: had });
  await refreshAddresses(ctx, serverId);
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    after: { nicId, address, network: networkName },
  });
  return { ...(await startServerTask(ctx, held, addNicTask, { serverId, nicId })), nicId };
}

const publicOf = (nics: readonly ServerNic[]): number =>
  nics.filter(({ kind }) => kind === 'wan').length;

async function requireNicAction(
  ctx: SignedInContext,
  held: HeldServer,
  nicId: string,
  verb: 'connect' | 'disconnect' | 'remove' | 'move',
): Promise<ServerNic> {
  const nics = await describeNics(ctx, [held.server.id]);
  const nic = nics.find((candidate) => candidate.nicId === nicId);
  if (!nic) throw userError('notFound', { what: 'network card', id: nicId });
  const isConnected = !(await readUnplugged(ctx, held.server.id)).has(nicId);
  const obstacle = nicObstacles(held.facts, { isConnected, isLast: nics.length === 1 })[verb];
  if (obstacle) throw refusalOf(held, obstacle);
  return nic;
}

export async function connectNic(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
  connected: boolean,
): Promise<{ cmdId: number }> {
  const held = await holdIdle(ctx, serverId);
  const { address } = await requireNicAction(
    ctx,
    held,
    nicId,
    connected ? 'connect' : 'disconnect',
  );
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { address, connected: !connected },
    after: { address, connected },
  });
  return await startServerTask(ctx, held, connectNicTask, { serverId, nicId, connected });
}

export async function removeNic(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
): Promise<{ cmdId: number }> {
  const held = await holdIdle(ctx, serverId);
  const { address } = await requireNicAction(ctx, held, nicId, 'remove');
  ctx.note({ targetType: 'server', targetId: serverId, before: { nicId, address } });
  return await startServerTask(ctx, held, removeNicTask, { serverId, nicId });
}

/**
 * Connects an interface to another network. The new addresses are assigned before returning, and
 * the old ones are released after the move. Throws `nicInNetwork`, `serverMustBeOff`, and the
 * errors of `allocateNic`.
 */
export async function moveNic(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
  request: NicAddressRequest,
): Promise<{ cmdId: number }> {
  const held = await holdIdle(ctx, serverId);
  const { server } = held;
  const from = await requireNicAction(ctx, held, nicId, 'move');
  const to = await lockMove(ctx, nicId, server.datacenterId, server.ownerId, request);
  if (to.kind === 'wan' && from.kind !== 'wan') {
    const had = publicOf(await describeNics(ctx, [serverId]));
    await checkChangeCost(ctx, server, { publicAddresses: had + 1 });
  }
  ctx.note({
    ...{ targetType: 'server', targetId: serverId },
    before: { nicId, network: from.networkName, address: from.address },
    after: { nicId, network: to.networkName, address: to.address },
  });
  return await startServerTask(ctx, held, moveNicTask, { serverId, nicId });
}
