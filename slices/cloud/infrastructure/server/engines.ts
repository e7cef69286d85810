import type * as z from 'zod';
import type { Context } from '../../../../server/platform/context.ts';
import { listDatacenters } from '../../datacenters/server/index.ts';
import type { engineItem } from '../contract.ts';

/**
 * Every engine that a datacenter is for, and every real one this portal would use, with what it can
 * do now. The simulated engine is always at hand; without a datacenter it is no news.
 */
export async function engineStates(
  ctx: Pick<Context, 'db' | 'services' | 'actor'>,
): Promise<z.output<typeof engineItem>[]> {
  const { engines } = ctx.services;
  const datacenters = await listDatacenters(ctx);
  const used = datacenters.map(({ engine }) => engine);
  const real = engines.all().map(({ name }) => name);
  const names = new Set([...real.filter((name) => name !== 'simulated'), ...used]);
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
