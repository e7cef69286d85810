import { randomUUID } from 'node:crypto';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { singleContribution } from '../../../../../server/platform/hooks.ts';
import { type CostPreview, previewSpans } from '../../../../money/pricing/server/index.ts';
import { imageDisks } from '../catalog/sources.ts';
import { lockOwnImage } from '../store.ts';
import { storageItems } from './metering.ts';

interface ImageCostInput {
  serverId?: string | undefined;
  diskId?: string | undefined;
  snapshotId?: string | undefined;
}

const gigabyte = 2 ** 30;

/**
 * The cost of storing an image for its future owner. The used size of a disk is known only after
 * copying. Throws `notFound`.
 */
export async function previewImageCost(
  ctx: SignedInContext,
  { serverId, ...input }: ImageCostInput,
): Promise<CostPreview> {
  const disk =
    serverId === undefined
      ? null
      : await singleContribution(ctx, imageDisks).look(ctx, { serverId, ...input });
  const buyer = disk ?? { ownerId: ctx.actor.userId, siteId: ctx.actor.siteId };
  const bytes = (disk?.sizeGb ?? 1) * gigabyte;
  const subject = { type: 'image' as const, id: randomUUID(), name: '', ...buyer };
  const changes = await previewSpans(ctx, [
    { subject, items: await storageItems(ctx, buyer, bytes) },
  ]);
  return { changes, whileOn: null, basis: disk ? 'atMost' : 'perGb' };
}

/**
 * The storage cost that ends when the image is deleted. Throws `notFound`, `imageNotOwned`,
 * `rightMissing`.
 */
export async function previewImageRemoval(
  ctx: SignedInContext,
  imageId: string,
): Promise<CostPreview> {
  const { ownerId, siteId, name } = await lockOwnImage(ctx, imageId, 'manage');
  const subject = {
    type: 'image' as const,
    id: imageId,
    name,
    ownerId: ownerId ?? ctx.actor.userId,
    siteId: siteId ?? ctx.actor.siteId,
  };
  return {
    changes: await previewSpans(ctx, [{ subject, items: [] }]),
    whileOn: null,
    basis: 'exact',
  };
}
