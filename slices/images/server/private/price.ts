import type { SignedInContext } from '../../../../server/platform/context.ts';
import { type CostPreview, estimateChange } from '../../../pricing/server/index.ts';
import { imageSources } from '../sources.ts';
import { storageItems } from './ready.ts';

interface Wanted {
  serverId?: string | undefined;
  diskId?: string | undefined;
  snapshotId?: string | undefined;
}

const gigabyte = 2 ** 30;

/** What keeping an image costs who will own it. How much of a disk is in use shows only when it was copied. Throws `notFound`. */
export async function previewImageCost(ctx: SignedInContext, { serverId, ...wanted }: Wanted): Promise<CostPreview> {
  const disk = serverId === undefined ? null : await imageSources().disks.look(ctx, { serverId, ...wanted });
  const buyer = disk ?? { ownerId: ctx.actor.userId, siteId: ctx.actor.siteId };
  const bytes = (disk?.sizeGb ?? 1) * gigabyte;
  const change = await estimateChange(ctx, buyer, { before: [], after: await storageItems(ctx, buyer, bytes) });
  return { changes: [change], whileOn: null, basis: disk ? 'atMost' : 'perGb' };
}
