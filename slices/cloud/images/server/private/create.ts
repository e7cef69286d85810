import { untranslated, userError } from '../../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { singleContribution } from '../../../../../server/platform/hooks.ts';
import { startTask } from '../../../../../server/platform/tasks/startTask.ts';
import { checkOrder } from '../../../../money/pricing/server/index.ts';
import { imageDisks } from '../catalog/sources.ts';
import { digestTypeOf } from '../fetch/digest.ts';
import { checkSourceAddress } from '../fetch/source.ts';
import { markFetching } from '../state.ts';
import type { PrivateFacts } from '../store.ts';
import { insertPrivateImage } from './insert.ts';
import { requireQuota } from './quota.ts';
import { createImageTask, type TakeInput } from './task.ts';
import { trustedOrigins } from './trusted.ts';

interface CreatedImage {
  cmdId: number;
  imageId: string;
}

export interface DiskRequest {
  serverId: string;
  diskId?: string | undefined;
  snapshotId?: string | undefined;
  name: string;
  description: string;
  version: string;
  familyOf?: string | undefined;
}

/**
 * Copies a server disk to an image. The image belongs to the server's owner, who also pays for its
 * storage.
 */
export async function createFromServer(
  ctx: SignedInContext,
  input: DiskRequest,
): Promise<CreatedImage> {
  const disk = await singleContribution(ctx, imageDisks).hold(ctx, input);
  const owner = { id: disk.ownerId, siteId: disk.siteId };
  await requireQuota(ctx, owner, 0);
  await checkStorageCost(ctx, owner);
  const fields: PrivateFacts = {
    ...{
      name: input.name,
      description: input.description,
      version: input.version,
      familyOf: input.familyOf,
    },
    ...{
      kind: input.snapshotId === undefined ? 'private' : 'snapshot',
      osFamily: disk.osFamily,
      os: disk.os,
      loginUser: disk.loginUser,
    },
    // The guest's memory requirement is unknown, so the minimum of any server applies.
    ...{ minRamMb: 128, supportsCloudInit: disk.loginUser !== null },
  };
  const image = await insertPrivateImage(ctx, owner, fields, {
    source: 'disk',
    madeFrom: disk.serverName,
    bootsAs: disk.imageId,
  });
  const { serverId, diskId } = disk;
  const from = {
    kind: 'disk' as const,
    serverId,
    diskId,
    snapshotId: input.snapshotId ?? null,
    datacenterId: disk.datacenterId,
  };
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    after: { image: image.name, imageId: image.id },
  });
  return await startContentTask(ctx, image, owner, from, disk.resource);
}

/** Throws `imageSourceRefused`, `imageDigestLength`, `imageToolMissing`, `imageQuota`. */
export async function importFromAddress(
  ctx: SignedInContext,
  { address, digest, ...fields }: PrivateFacts & { address: string; digest?: string | undefined },
): Promise<CreatedImage> {
  checkSourceAddress(address, trustedOrigins(ctx));
  if (digest !== undefined && digest !== '') digestTypeOf(digest);
  await requireTool(ctx);
  const owner = { id: ctx.actor.userId, siteId: ctx.actor.siteId };
  await requireQuota(ctx, owner, 0);
  await checkStorageCost(ctx, owner);
  const image = await insertPrivateImage(ctx, owner, fields, {
    source: 'address',
    sourceAddress: address,
    wantedDigest: digest || undefined,
  });
  return await startContentTask(ctx, image, owner, { kind: 'address' }, `image:${image.id}`);
}

/** Throws `imageToolMissing` if this machine can't read foreign image formats. */
export async function requireTool(ctx: Pick<Context, 'services'>): Promise<void> {
  const obstacle = await ctx.services.ports.imageConverter.obstacle();
  if (obstacle)
    throw userError('imageToolMissing', {
      problem: untranslated(obstacle.problem),
      remedy: untranslated(obstacle.remedy),
    });
}

/** Authorizes the storage cost. The amount is known only once the size is. */
export const checkStorageCost = (
  ctx: SignedInContext,
  { id, siteId }: { id: string; siteId: string },
): Promise<void> => checkOrder(ctx, { ownerId: id, siteId, tags: [], items: null });

/** Starts the task that obtains the content. */
export async function startContentTask(
  ctx: Context,
  image: { id: string; name: string },
  owner: { id: string; siteId: string },
  from: TakeInput['from'],
  resource: string,
): Promise<CreatedImage> {
  const { cmdId } = await startTask(ctx, createImageTask, {
    input: { imageId: image.id, from },
    target: { type: 'image', id: image.id, name: image.name },
    ...{ resource, siteId: owner.siteId, ownerId: owner.id },
  });
  await markFetching(ctx, image.id, cmdId);
  ctx.note({
    targetType: 'image',
    targetId: image.id,
    after: { name: image.name, from: from.kind },
  });
  return { cmdId, imageId: image.id };
}
