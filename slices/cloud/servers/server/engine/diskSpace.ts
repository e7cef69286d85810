import * as z from 'zod';
import type { Reason } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../../../server/platform/settings/settings.ts';
import { type Datacenter, largestFreeGb } from '../../../datacenters/server/index.ts';
import { localize } from '../../texts/localize.ts';

/**
 * Disk overcommit factor. Disks use space only as they are written, so more can be allocated than
 * exists.
 */
export const diskOvercommitRatio = defineSetting<number>({
  id: 'servers.diskPromise',
  schema: z.number().min(1).max(10_000),
  fallback: 20,
  level: 'root',
  access: 'portal.manage',
  title: localize('diskPromise'),
});

/**
 * Why the disks of one server don't fit on any host of the datacenter, even an empty one. Null if
 * they fit. Sizes are in GB.
 */
export async function diskSpaceReason(
  ctx: SignedInContext,
  datacenter: Datacenter,
  sizesGb: readonly number[],
  key: string,
): Promise<Reason | null> {
  const free = await largestFreeGb(ctx, datacenter);
  if (free === null) return null;
  const max = Math.floor(free * (await readSetting(ctx, diskOvercommitRatio)));
  const totalGb = sizesGb.reduce((sum, size) => sum + size, 0);
  if (totalGb <= max) return null;
  return {
    name: 'serverDisksTooLarge',
    values: { given: totalGb, datacenter: datacenter.name, free: Math.floor(free), max },
    key,
  };
}

/** The field name of the largest disk. */
export const keyOfLargest = (sizesGb: readonly number[]): string =>
  `disks.${sizesGb.indexOf(Math.max(...sizesGb))}.sizeGb`;
