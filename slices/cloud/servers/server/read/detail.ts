import type * as z from 'zod';
import { UserError } from '../../../../../contract/errors/errors.ts';
import type { EngineName, EngineServer } from '../../../../../drivers/compute/port.ts';
import { hasPermission } from '../../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { explainSubject } from '../../../../money/pricing/server/index.ts';
import { findDatacenter, limitsOf } from '../../../datacenters/server/index.ts';
import { describeNics } from '../../../networks/server/index.ts';
import type { serverDetail, serverEndpoints, snapshotItem } from '../../contract.ts';
import { cdOf } from '../commands/cd.ts';
import { hasSnapshots } from '../commands/configure.ts';
import { snapshotsMax } from '../commands/snapshots.ts';
import { estimateMonth } from '../create/price.ts';
import { engineFacts } from '../engine/engine.ts';
import {
  diskObstacles,
  nicObstacles,
  obstacleTexts,
  snapshotReasons,
  unavailableReason,
} from '../rules/actions.ts';
import type { Server } from '../rules/facts.ts';
import { offeredRoom } from '../rules/growth.ts';
import { findServer, readDisconnectedNics, readDisks, type VisibleServer } from '../store/find.ts';
import { openTasks } from '../store/openTasks.ts';
import { readSnapshots } from '../store/snapshots.ts';
import { itemsOf } from '../store/write.ts';
import { permissionDenialReasonOn } from './consoleDenialReason.ts';
import { actionFactsOf, listServers, viewerOf } from './present.ts';

type Detail = z.output<typeof serverDetail>;

async function readActionFacts(ctx: SignedInContext, server: Server) {
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  const task = (await openTasks(ctx, [server.id])).get(server.id) ?? null;
  return actionFactsOf(server, await engineFacts(ctx, engine), task);
}

/** One server with everything its screen shows. Throws `notFound`. */
export async function readDetail(ctx: SignedInContext, serverId: string): Promise<Detail> {
  const server = await findServer(ctx, serverId);
  const readListed = async (isInTrash: boolean) =>
    (await listServers(ctx, { filter: serverId, bin: isInTrash ? 'true' : 'false' })).items[0];
  const isInTrash = server.state === 'bin';
  // A task can move the server into or out of the Trash between the two queries.
  const row = (await readListed(isInTrash)) ?? (await readListed(!isInTrash));
  if (!row) throw new Error(`Server ${serverId} is found and not listed.`);
  const datacenter = await findDatacenter(ctx, server.datacenterId);
  const capabilities = await ctx.services.engines.capabilities(datacenter.engine);
  const { acceleration, ready, consoles, live, description } = capabilities;
  const facts = await readActionFacts(ctx, server);
  const engineServer =
    ready && server.power !== 'off' ? await inspectIfReachable(ctx, server) : null;
  const isInSnapshot = await hasSnapshots(ctx, serverId);
  const denialReason = permissionDenialReasonOn(ctx, server, 'servers.configure');
  const disks = (await readDisks(ctx, serverId)).map((disk) => ({
    ...disk,
    isBoot: disk.position === 1,
    actions:
      denialReason === null
        ? obstacleTexts(
            diskObstacles(facts, { isBoot: disk.position === 1, isInSnapshot }),
            ctx.language,
          )
        : { grow: denialReason, remove: denialReason },
  }));
  const limits = await limitsOf(ctx, datacenter);
  const price = hasPermission(ctx, 'pricing.view')
    ? await estimateMonth(ctx, server, await itemsOf(ctx, { ...server, power: 'on' }))
    : null;
  const snapshots = await readSnapshots(ctx, serverId);
  return {
    ...row,
    ...{
      ownerId: server.ownerId,
      region: datacenter.region,
      engineDescription: description,
      loginUser: server.loginUser,
    },
    signIn: { password: server.hasPassword, keys: server.sshKeys.length },
    ...{ osFamily: server.osFamily, os: server.os, hostname: server.hostname, disks },
    nics: await nicsOf(ctx, server, facts, engineServer),
    ...{
      trafficPackage: server.trafficPackage,
      backup: server.hasBackup,
      managed: server.isManaged,
    },
    ...{
      notes: server.notes,
      cd: await cdOf(ctx, server),
      startsFrom: server.bootsFrom,
      room: offeredRoom(engineServer?.room ?? null, server, limits),
    },
    hosts: await hostCount(ctx, datacenter.engine),
    ...{
      snapshotCount: snapshots.length,
      clonedFromId: server.clonedFrom,
      hostId: server.hostId,
      powerSince: server.powerSince.toISOString(),
    },
    consoles: [...consoles],
    hasScreenshot: acceleration !== 'none' && consoles.includes('vnc'),
    live,
    limits,
    price,
  };
}

async function nicsOf(
  ctx: SignedInContext,
  server: VisibleServer,
  facts: Parameters<typeof nicObstacles>[0],
  engineServer: EngineServer | null,
): Promise<Detail['nics']> {
  const nics = await describeNics(ctx, [server.id]);
  const unpluggedNics = await readDisconnectedNics(ctx, server.id);
  const denialReason = permissionDenialReasonOn(ctx, server, 'servers.configure');
  // The engine's current port forwardings into the guest.
  const forwards = new Map(
    (engineServer?.nics ?? []).map((nic) => [
      nic.id,
      nic.forwards.map((forward) => ({ ...forward })),
    ]),
  );
  return nics.map(({ nicId, serverId: _serverId, ...nic }, index) => {
    const isConnected = !unpluggedNics.has(nicId);
    return {
      ...nic,
      ...{ id: nicId, position: index + 1, isConnected, forwards: forwards.get(nicId) ?? [] },
      actions:
        denialReason === null
          ? obstacleTexts(
              nicObstacles(facts, { isConnected, isLast: nics.length === 1 }),
              ctx.language,
            )
          : {
              connect: denialReason,
              disconnect: denialReason,
              remove: denialReason,
              move: denialReason,
            },
    };
  });
}

/** The engine's current state of the server. Null if the engine can't answer. */
async function inspectIfReachable(
  ctx: SignedInContext,
  server: Server,
): Promise<EngineServer | null> {
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  return await ctx.services.engines
    .get(engine)
    .inspect(server.id)
    .catch(() => null);
}

/** The number of hosts, or 1 if the engine can't report it. */
async function hostCount(ctx: SignedInContext, engine: EngineName): Promise<number> {
  const hosts = await ctx.services.engines
    .get(engine)
    .hosts()
    .catch(() => []);
  return Math.max(1, hosts.length);
}

type SnapshotList = { items: z.output<typeof snapshotItem>[]; max: number; create: string | null };

export async function listSnapshots(ctx: SignedInContext, serverId: string): Promise<SnapshotList> {
  const server = await findServer(ctx, serverId);
  const facts = await readActionFacts(ctx, server);
  const denialReason = permissionDenialReasonOn(ctx, server, 'servers.operate');
  const actions =
    denialReason === null
      ? snapshotReasons(facts, ctx.language)
      : { revert: denialReason, remove: denialReason, change: denialReason, clone: denialReason };
  const items = (await readSnapshots(ctx, serverId)).map(
    ({ createdAt, expiresAt, ...snapshot }) => ({
      ...snapshot,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      isCurrent: snapshot.id === server.currentSnapshotId,
      actions,
    }),
  );
  return {
    items,
    max: snapshotsMax,
    create: unavailableReason('snapshot', facts, viewerOf(ctx, server)),
  };
}

type Cost = z.input<(typeof serverEndpoints)['getServerCost']['answer']>;

/**
 * The server's cost this month, by item, and its current price. Costs belong to the owner and are
 * never shared through groups.
 */
export async function readCost(ctx: SignedInContext, serverId: string): Promise<Cost> {
  const server = await findServer(ctx, serverId, 'own');
  const monthToDate = await explainSubject(ctx, serverId).catch(nullIfUnsupported);
  const total = monthToDate?.totals[0];
  const now = await estimateMonth(
    ctx,
    server,
    server.state === 'live' ? await itemsOf(ctx, server) : [],
  );
  return {
    amount: total?.amount ?? '0',
    projected: total?.projected ?? null,
    currency: total?.currency ?? now.currency,
    from: monthToDate?.from ?? server.createdAt.toISOString(),
    lines: (monthToDate?.lines ?? []).map(({ item, title, amount }) => ({ item, title, amount })),
    now,
  };
}

/** A server that was never ready has no costs yet. */
function nullIfUnsupported(error: unknown): null {
  if (error instanceof UserError && error.reasons[0]?.name === 'notFound') return null;
  throw error;
}
