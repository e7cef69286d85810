import { untranslated, userError } from '../../../../../contract/errors/errors.ts';
import type {
  ComputeEngine,
  EngineName,
  ImageFile,
  Progress,
} from '../../../../../drivers/compute/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { type Datacenter, listDatacenters } from '../../../datacenters/server/index.ts';
import { localize } from '../../texts/localize.ts';

type EngineContext = Pick<Context, 'db' | 'services'>;

/** Open datacenters, grouped by whether their servers are real. */
export interface OpenDatacenters {
  real: Datacenter[];
  simulated: Datacenter[];
}

export async function openDatacenters(ctx: Pick<Context, 'db'>): Promise<OpenDatacenters> {
  const open = (await listDatacenters(ctx)).filter(({ isEnabled }) => isEnabled);
  return {
    real: open.filter(({ engine }) => engine !== 'simulated'),
    simulated: open.filter(({ engine }) => engine === 'simulated'),
  };
}

/** Returns the engines of these datacenters that are ready, without duplicates. */
async function readyEngines(
  { services: { engines } }: EngineContext,
  datacenters: readonly Datacenter[],
): Promise<ComputeEngine[]> {
  const names = [...new Set(datacenters.map(({ engine }) => engine))];
  const states = await Promise.all(
    names.map(async (name) => ({ name, ...(await engines.capabilities(name)) })),
  );
  return states.filter(({ ready }) => ready).map(({ name }) => engines.get(name));
}

/**
 * Imports the image into every real engine that is ready. Returns the image's disk size and the
 * datacenters that now have it. Throws `datacenterNotReady` if no real engine is ready, and engine
 * errors.
 */
export async function importIntoEngines(
  ctx: EngineContext,
  file: ImageFile,
  options: { progress?: Progress; signal?: AbortSignal } = {},
): Promise<{ virtualSizeGb: number; datacenterIds: string[] }> {
  const { real } = await openDatacenters(ctx);
  const ready = await readyEngines(ctx, real);
  if (ready.length === 0) throw await engineNotReadyError(ctx, real);
  let virtualSizeGb = 1;
  for (const engine of ready)
    virtualSizeGb = Math.max(
      virtualSizeGb,
      (await engine.importImage(file, options)).virtualSizeGb,
    );
  const names = new Set<EngineName>(ready.map(({ name }) => name));
  return {
    virtualSizeGb,
    datacenterIds: real.filter(({ engine }) => names.has(engine)).map(({ id }) => id),
  };
}

/**
 * Like `importIntoEngines`, for a private image, which is stored in every ready engine, including
 * simulated ones. Throws `datacenterNotReady` if no engine is ready.
 */
export async function importIntoAll(
  ctx: EngineContext,
  file: ImageFile,
  options: { progress?: Progress; signal?: AbortSignal } = {},
): Promise<{ virtualSizeGb: number; datacenterIds: string[]; simulatedIds: string[] }> {
  const { real, simulated } = await openDatacenters(ctx);
  const ready = await readyEngines(ctx, [...real, ...simulated]);
  if (ready.length === 0) throw await engineNotReadyError(ctx, [...real, ...simulated]);
  let virtualSizeGb = 1;
  for (const engine of ready)
    virtualSizeGb = Math.max(
      virtualSizeGb,
      (await engine.importImage(file, options)).virtualSizeGb,
    );
  const names = new Set<EngineName>(ready.map(({ name }) => name));
  const datacentersWith = (datacenters: readonly Datacenter[]) =>
    datacenters.filter(({ engine }) => names.has(engine)).map(({ id }) => id);
  return {
    virtualSizeGb,
    datacenterIds: datacentersWith(real),
    simulatedIds: datacentersWith(simulated),
  };
}

/** Removes the image from every ready engine, including those of closed datacenters. */
export async function removeFromAll(ctx: EngineContext, imageId: string): Promise<void> {
  for (const engine of await readyEngines(ctx, await listDatacenters(ctx)))
    await engine.removeImage(imageId);
}

/** Removes the image from every ready real engine, including those of closed datacenters. */
export async function removeFromEngines(ctx: EngineContext, imageId: string): Promise<void> {
  const realDatacenters = (await listDatacenters(ctx)).filter(
    ({ engine }) => engine !== 'simulated',
  );
  for (const engine of await readyEngines(ctx, realDatacenters)) await engine.removeImage(imageId);
}

async function engineNotReadyError(
  { services: { engines } }: EngineContext,
  realDatacenters: readonly Datacenter[],
) {
  const [first] = realDatacenters;
  if (!first)
    return userError('datacenterNotReady', {
      datacenter: '—',
      problem: localize('engines.problem.noDatacenterRealServers'),
    });
  const { problem, remedy } = await engines.capabilities(first.engine);
  return userError('datacenterNotReady', {
    datacenter: first.name,
    problem: untranslated([problem, remedy].filter(Boolean).join(' ')),
  });
}
