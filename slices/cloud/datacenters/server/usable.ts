import type * as z from 'zod';
import { untranslated, userError } from '../../../../contract/errors/errors.ts';
import type { ComputeEngine } from '../../../../drivers/compute/port.ts';
import type { Context } from '../../../../server/platform/context.ts';
import type { datacenterItem } from '../contract.ts';
import { type Capacity, type DatacenterLimits, limitsFor } from './limits.ts';
import { type Datacenter, findDatacenter, listDatacenters } from './store.ts';

type EngineContext = Pick<Context, 'db' | 'services'> & { actor?: Context['actor'] };

/**
 * The engine of the datacenter, checked to be ready. Throws `notFound`, and `datacenterNotReady`
 * with the problem and its remedy.
 */
export async function engineOf(ctx: EngineContext, datacenterId: string): Promise<ComputeEngine> {
  const datacenter = await findDatacenter(ctx, datacenterId);
  const { engines } = ctx.services;
  const capabilities = await engines.capabilities(datacenter.engine);
  if (!capabilities.ready) {
    const problem = untranslated(
      [capabilities.problem, capabilities.remedy].filter(Boolean).join(' '),
    );
    throw userError('datacenterNotReady', { datacenter: datacenter.name, problem });
  }
  return engines.get(datacenter.engine);
}

/** The possible sizes of servers in the datacenter. */
export async function limitsOf(
  ctx: EngineContext,
  datacenter: Datacenter,
): Promise<DatacenterLimits> {
  return limitsFor(datacenter.cpuTypes, await capacityOf(ctx, datacenter));
}

/** The datacenters that are open for new servers, with their possible sizes. */
export async function listUsableDatacenters(
  ctx: EngineContext,
): Promise<z.output<typeof datacenterItem>[]> {
  const open = (await listDatacenters(ctx)).filter((datacenter) => datacenter.isEnabled);
  return await Promise.all(open.map((datacenter) => describe(ctx, datacenter)));
}

async function describe(
  ctx: EngineContext,
  datacenter: Datacenter,
): Promise<z.output<typeof datacenterItem>> {
  const { acceleration, description, ready, problem, remedy, consoles, network, live } =
    await ctx.services.engines.capabilities(datacenter.engine);
  const { id, code, shortCode, name, region, country, engine } = datacenter;
  return {
    ...{ id, code, shortCode, name, region, country, engine, acceleration, description, ready },
    problem: problem ?? null,
    remedy: remedy ?? null,
    ...{ consoles: [...consoles], network, live },
    limits: await limitsOf(ctx, datacenter),
  };
}

/** The largest free storage of any host, in GB. Null for simulated hosts, which set no limit. */
export async function largestFreeGb(
  ctx: EngineContext,
  datacenter: Datacenter,
): Promise<number | null> {
  const hosts = (await ctx.services.engines.hosts(datacenter.engine)).filter(
    (host) => host.acceleration !== 'none',
  );
  return hosts.length > 0 ? Math.max(...hosts.map((host) => host.storageGb.free)) : null;
}

/**
 * The capacity of the largest host, or the configured limit of the datacenter. Simulated hosts set
 * no limit.
 */
async function capacityOf(ctx: EngineContext, datacenter: Datacenter): Promise<Capacity> {
  const hosts = (await ctx.services.engines.hosts(datacenter.engine)).filter(
    (host) => host.acceleration !== 'none',
  );
  const largest = (values: number[]) =>
    values.length > 0 ? Math.max(...values) : Number.POSITIVE_INFINITY;
  return {
    cores: datacenter.maxCores ?? largest(hosts.map((host) => host.cpu.cores)),
    ramMb: datacenter.maxRamMb ?? largest(hosts.map((host) => host.memoryMb.total)),
  };
}
