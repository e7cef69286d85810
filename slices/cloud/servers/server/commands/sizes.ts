import type * as z from 'zod';
import { UserError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  type DatacenterLimits,
  findDatacenter,
  limitsOf,
} from '../../../datacenters/server/index.ts';
import type { serverActionEndpoints } from '../../contract/maintenance.ts';
import { estimateMonth } from '../create/price.ts';
import type { Server } from '../rules/facts.ts';
import { type GrowthLimit, offeredRoom, offObstacle } from '../rules/growth.ts';
import { serverPriceItems } from '../rules/priceItems.ts';
import { type Size, sizeReasons } from '../rules/sizes.ts';
import { findServer } from '../store/find.ts';
import { itemsOf, partsOf } from '../store/write.ts';

type Sizes = z.output<(typeof serverActionEndpoints)['getServerSizes']['answer']>;
type Preview = Sizes['now'];

/**
 * How far a running server can grow, limited by its engine and the sold sizes. Null when it isn't
 * running or the engine can't report it.
 */
export async function getGrowthLimit(
  ctx: SignedInContext,
  server: Server,
): Promise<GrowthLimit | null> {
  if (server.power !== 'on') return null;
  const datacenter = await findDatacenter(ctx, server.datacenterId);
  const engineServer = await ctx.services.engines
    .get(datacenter.engine)
    .inspect(server.id)
    .catch(() => null);
  return offeredRoom(engineServer?.room ?? null, server, await limitsOf(ctx, datacenter));
}

/**
 * Other sizes for the server, with prices: half, the next larger ones, and four times the current
 * size.
 */
export async function readSizes(ctx: SignedInContext, serverId: string): Promise<Sizes> {
  const server = await findServer(ctx, serverId, 'manage');
  const limits = await limitsOf(ctx, await findDatacenter(ctx, server.datacenterId));
  const growthLimit = await getGrowthLimit(ctx, server);
  const sizes = neighboringSizes(server, limits);
  const previews = await Promise.all(sizes.map((size) => preview(ctx, server, growthLimit, size)));
  const larger = sizes.findIndex(
    ({ cores, ramMb }) => cores >= server.cores && ramMb > server.ramMb,
  );
  return {
    now: await preview(ctx, server, growthLimit, server),
    offered: previews,
    suggested: larger === -1 ? null : larger,
    room: growthLimit,
  };
}

export async function previewSize(
  ctx: SignedInContext,
  serverId: string,
  size: Size,
): Promise<{ now: Preview; wanted: Preview }> {
  const server = await findServer(ctx, serverId, 'manage');
  const reasons = sizeReasons(
    size,
    await limitsOf(ctx, await findDatacenter(ctx, server.datacenterId)),
  );
  if (reasons.length > 0) throw new UserError(reasons);
  const growthLimit = await getGrowthLimit(ctx, server);
  return {
    now: await preview(ctx, server, growthLimit, server),
    wanted: await preview(ctx, server, growthLimit, size),
  };
}

/** Prices are those of a running server. */
async function preview(
  ctx: SignedInContext,
  server: Server,
  growthLimit: GrowthLimit | null,
  { cpuType, cores, ramMb }: Size,
): Promise<Preview> {
  const size = { cpuType, cores, ramMb };
  const isCurrentSize =
    cores === server.cores && ramMb === server.ramMb && cpuType === server.cpuType;
  const items = isCurrentSize
    ? await itemsOf(ctx, { ...server, power: 'on' })
    : serverPriceItems({ ...server, ...size, ...(await partsOf(ctx, server)), power: 'on' });
  return {
    ...size,
    price: await estimateMonth(ctx, server, items),
    needsOff: isCurrentSize
      ? null
      : (offObstacle(server, size, growthLimit)?.[ctx.language] ?? null),
  };
}

/**
 * The offered sizes closest to half, one and a half, two, and four times the memory, with
 * proportional cores.
 */
function neighboringSizes(server: Server, limits: DatacenterLimits): Size[] {
  const cores = limits.cpuTypes.find(({ type }) => type === server.cpuType)?.cores ?? [];
  const nearest = (available: readonly number[], size: number) =>
    available
      .filter((value) => value <= size)
      .reduce((best, value) => Math.max(best, value), Math.min(...available));
  const sizes = [0.5, 1, 1.5, 2, 4].map((factor): Size => {
    const ramMb = nearest(limits.ramMb, factor * server.ramMb);
    return {
      cpuType: server.cpuType,
      cores: nearest(cores, Math.max(1, factor * server.cores)),
      ramMb,
    };
  });
  const isDifferent = ({ cores: count, ramMb }: Size) =>
    count !== server.cores || ramMb !== server.ramMb;
  return sizes.filter(
    (size, index) =>
      isDifferent(size) &&
      sizes.findIndex(({ cores: count, ramMb }) => count === size.cores && ramMb === size.ramMb) ===
        index,
  );
}
