import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { EngineError, type EngineServer } from '../../../../drivers/compute/port.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { ListRequest, Page } from '../../../../server/platform/database/listPage.ts';
import { describeEngineError } from '../../datacenters/server/index.ts';
import type { engineItem, hostItem, hostServerItem } from '../contract.ts';
import { engineStates } from './engines.ts';
import { pageInMemory } from './pages.ts';
import { serverNames } from './serverNames.ts';

export type HostItem = z.output<typeof hostItem>;
export type EngineItem = z.output<typeof engineItem>;
export type HostServerItem = z.output<typeof hostServerItem>;

/**
 * Lists the current hosts of all engines in one page, and the engines themselves, because one that
 * isn't ready may report no hosts.
 */
export async function listHosts(
  ctx: Context,
  request: ListRequest,
): Promise<Page<HostItem> & { engines: EngineItem[] }> {
  const engines = await engineStates(ctx);
  const page = pageInMemory<HostItem>(
    {
      items: await readHosts(ctx, engines),
      searched: ({ id, name, engine, version, cpu }) =>
        [id, name, engine, version, cpu.model].join('\n'),
      sorts: {
        name: ({ name }) => name,
        cpuLoad: ({ cpu }) => cpu.loadPercent,
        memoryFree: ({ memoryMb }) => memoryMb.free,
        storageFree: ({ storageGb }) => storageGb.free,
        servers: ({ servers }) => servers,
      },
      id: ({ id }) => id,
      defaultSorting: 'name',
    },
    request,
  );
  return { ...page, engines };
}

/** Throws `notFound`. */
export async function findHost(ctx: Context, hostId: string): Promise<HostItem> {
  const host = (await readHosts(ctx, await engineStates(ctx))).find(({ id }) => id === hostId);
  if (!host) throw userError('notFound', { what: 'host', id: hostId });
  return host;
}

/** Lists the servers of a host as reported by its engine, including those unknown to the portal. */
export async function listHostServers(
  ctx: Context,
  hostId: string,
  request: ListRequest,
): Promise<Page<HostServerItem>> {
  const host = await findHost(ctx, hostId);
  const runningServers = (await readServers(ctx, host)).filter(
    (server) => server.hostId === hostId,
  );
  const names = await serverNames(
    ctx,
    runningServers.map(({ id }) => id),
  );
  return pageInMemory<HostServerItem>(
    {
      items: runningServers.map((server) => describeServer(server, names.get(server.id) ?? null)),
      searched: ({ id, name }) => `${id}\n${name ?? ''}`,
      sorts: {
        name: ({ name, id }) => name ?? id,
        power: ({ power }) => power,
        cores: ({ cores }) => cores,
        ram: ({ ramMb }) => ramMb,
      },
      id: ({ id }) => id,
      defaultSorting: 'name',
    },
    request,
  );
}

/** Throws `engineAway` if the engine can't list its servers. */
async function readServers(ctx: Context, host: HostItem): Promise<EngineServer[]> {
  try {
    return await ctx.services.engines.get(host.engine).list();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    ctx.log.warn({ err: error, hostId: host.id }, 'The engine didn’t list its servers');
    throw userError('engineAway', { datacenter: host.name, problem: describeEngineError(error) });
  }
}

function describeServer(server: EngineServer, name: string | null): HostServerItem {
  const { id, power, cores, ramMb, disks, nics, snapshots, problem } = server;
  return {
    ...{ id, name, power, cores, ramMb },
    diskGb: disks.reduce((sum, disk) => sum + disk.sizeGb, 0),
    disks: disks.length,
    nics: nics.length,
    snapshots: snapshots.length,
    problem: problem ?? null,
  };
}

async function readHosts(ctx: Context, engines: readonly EngineItem[]): Promise<HostItem[]> {
  const hosts = await Promise.all(
    engines.map(async ({ engine, datacenters, problem, remedy }) =>
      (await ctx.services.engines.hosts(engine)).map(
        ({
          id,
          name,
          acceleration,
          version,
          cpu,
          memoryMb,
          storageGb,
          uptimeSeconds,
          servers,
        }): HostItem => ({
          ...{
            id,
            name,
            engine,
            acceleration,
            version,
            cpu,
            memoryMb,
            storageGb,
            uptimeSeconds,
            servers,
          },
          ...{ datacenters, problem, remedy },
        }),
      ),
    ),
  );
  return hosts.flat();
}
