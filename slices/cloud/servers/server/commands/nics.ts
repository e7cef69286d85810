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
import { checkChangeCost } from '../costs/costChecks.ts';
import { newId } from '../create/plan.ts';
import { nicObstacles } from '../rules/actions.ts';
import { readDisconnectedNics } from '../store/find.ts';
import { refreshAddresses } from '../store/write.ts';
import { addNicTask, connectNicTask, moveNicTask, removeNicTask } from '../tasks/nics.ts';
import {
  type LockedServer,
  lockForAction,
  lockIdle,
  startServerTask,
  toUserError,
} from './lockForAction.ts';

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
  const locked = await lockForAction(ctx, serverId, 'addNic');
  const { nicsMax } = await limitsOf(ctx, await findDatacenter(ctx, locked.server.datacenterId));
  const nics = await describeNics(ctx, [serverId]);
  if (nics.length >= nicsMax) throw userError('serverNicLimit', { max: nicsMax });
  const nicId = newId();
  const { address, networkName } = await allocateNic(ctx, {
    ...{ server: locked.server, nicId, datacenterId: locked.server.datacenterId },
    ...request,
  });
  const [publicBefore, publicAfter] = [
    publicOf(nics),
    publicOf(await describeNics(ctx, [serverId])),
  ];
  if (publicAfter > publicBefore)
    await checkChangeCost(
      ctx,
      locked.server,
      { publicAddresses: publicAfter },
      { publicAddresses: publicBefore },
    );
  await refreshAddresses(ctx, serverId);
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    after: { nicId, address, network: networkName },
  });
  return { ...(await startServerTask(ctx, locked, addNicTask, { serverId, nicId })), nicId };
}

const publicOf = (nics: readonly ServerNic[]): number =>
  nics.filter(({ kind }) => kind === 'wan').length;

async function requireNicAction(
  ctx: SignedInContext,
  locked: LockedServer,
  nicId: string,
  verb: 'connect' | 'disconnect' | 'remove' | 'move',
): Promise<ServerNic> {
  const nics = await describeNics(ctx, [locked.server.id]);
  const nic = nics.find((candidate) => candidate.nicId === nicId);
  if (!nic) throw userError('notFound', { what: 'network card', id: nicId });
  const isConnected = !(await readDisconnectedNics(ctx, locked.server.id)).has(nicId);
  const obstacle = nicObstacles(locked.facts, { isConnected, isLast: nics.length === 1 })[verb];
  if (obstacle) throw toUserError(locked, obstacle);
  return nic;
}

export async function connectNic(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
  connected: boolean,
): Promise<{ cmdId: number }> {
  const locked = await lockIdle(ctx, serverId);
  const { address } = await requireNicAction(
    ctx,
    locked,
    nicId,
    connected ? 'connect' : 'disconnect',
  );
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    before: { address, connected: !connected },
    after: { address, connected },
  });
  return await startServerTask(ctx, locked, connectNicTask, { serverId, nicId, connected });
}

export async function removeNic(
  ctx: SignedInContext,
  serverId: string,
  nicId: string,
): Promise<{ cmdId: number }> {
  const locked = await lockIdle(ctx, serverId);
  const { address } = await requireNicAction(ctx, locked, nicId, 'remove');
  ctx.note({ targetType: 'server', targetId: serverId, before: { nicId, address } });
  return await startServerTask(ctx, locked, removeNicTask, { serverId, nicId });
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
  const locked = await lockIdle(ctx, serverId);
  const { server } = locked;
  const from = await requireNicAction(ctx, locked, nicId, 'move');
  const to = await lockMove(ctx, nicId, server.datacenterId, server.ownerId, request);
  if (to.kind === 'wan' && from.kind !== 'wan') {
    const publicBefore = publicOf(await describeNics(ctx, [serverId]));
    await checkChangeCost(ctx, server, { publicAddresses: publicBefore + 1 });
  }
  ctx.note({
    ...{ targetType: 'server', targetId: serverId },
    before: { nicId, network: from.networkName, address: from.address },
    after: { nicId, network: to.networkName, address: to.address },
  });
  return await startServerTask(ctx, locked, moveNicTask, { serverId, nicId });
}
