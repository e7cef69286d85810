import type * as z from 'zod';
import type { Context } from '../../../../server/platform/context.ts';
import { listDatacenters } from '../../datacenters/server/index.ts';
import type { engineItem } from '../contract.ts';

/**
 * Returns the current capabilities of every engine used by a datacenter and of every real engine
 * available to the portal. The simulated engine is listed only if a datacenter uses it.
 */
export async function engineStates(
  ctx: Pick<Context, 'db' | 'services' | 'actor'>,
): Promise<z.output<typeof engineItem>[]> {
  const { engines } = ctx.services;
  const datacenters = await listDatacenters(ctx);
  const usedEngines = datacenters.map(({ engine }) => engine);
  const real = engines.all().map(({ name }) => name);
  const names = new Set([...real.filter((name) => name !== 'simulated'), ...usedEngines]);
  return await Promise.all(
    [...names].map(async (name) => {
      const {
        acceleration,
        description,
        ready,
        problem,
        remedy,
        network,
        networkObstacle,
        protections = [],
      } = await engines.capabilities(name);
      return {
        engine: name,
        ...{ acceleration, description, ready, network },
        networkObstacle: networkObstacle ?? null,
        protections: [...protections],
        problem: problem ?? null,
        remedy: remedy ?? null,
        datacenters: datacenters.filter(({ engine }) => engine === name).map(({ code }) => code),
      };
    }),
  );
}
