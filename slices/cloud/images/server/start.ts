import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { startTask } from '../../../../server/platform/tasks/startTask.ts';
import { findBuilder } from './catalog/builders.ts';
import { checkSourceAddress } from './fetch/source.ts';
import * as texts from './messages.ts';
import type { ImageInput } from './preparation/content.ts';
import { openDatacenters } from './preparation/engines.ts';
import { markFetching, markRemoved } from './state.ts';
import { lockImage, type StoredImage } from './store.ts';
import { buildTask, fetchTask, removeTask } from './tasks.ts';

type Handle = { cmdId: number };
/** The owner of the task. */
interface Owner {
  id: string;
  siteId: string;
}

const ownerOf = (ctx: SignedInContext): Owner => ({
  id: ctx.actor.userId,
  siteId: ctx.actor.siteId,
});

/**
 * Starts downloading the image from its vendor. Throws `notFound`, `conflict` with the cause, and
 * `imageSourceRefused`.
 */
export async function startFetch(ctx: SignedInContext, imageId: string): Promise<Handle> {
  const image = await lockImage(ctx, imageId);
  await requirePreparable(ctx, image, 'fetch');
  for (const address of [image.source_address, image.digest_address])
    if (address) checkSourceAddress(address, ctx.services.config.imageSources ?? []);
  return await startImageTask(ctx, fetchTask, image, ownerOf(ctx));
}

/** Starts building the image on this machine. Throws `notFound`, and `conflict` with the cause. */
export async function startBuild(ctx: SignedInContext, imageId: string): Promise<Handle> {
  return await startBuildFor(ctx, imageId, ownerOf(ctx));
}

/** Like `startBuild` without a requesting user. The task belongs to the given account. */
export async function startBuildFor(ctx: Context, imageId: string, owner: Owner): Promise<Handle> {
  const image = await lockImage(ctx, imageId);
  await requirePreparable(ctx, image, 'build');
  return await startImageTask(ctx, buildTask, image, owner);
}

/**
 * Starts deleting the content. Throws `notFound`, `imageInUse`, and `conflict` if there is no
 * content.
 */
export async function startRemove(ctx: SignedInContext, imageId: string): Promise<Handle> {
  const image = await lockImage(ctx, imageId);
  requireUnownedImage(image);
  // A separate statement after the lock, so that a server created from the image in the meantime
  // counts.
  const { rows } = await sql<{
    count: number;
  }>`select image_use_count(${imageId}) as count`.execute(ctx.db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw userError('imageInUse', { image: image.name, count });
  if (image.state !== 'ready') throw userError('conflict', { problem: texts.nothingToRemove });
  await markRemoved(ctx, imageId);
  ctx.note({
    targetType: 'image',
    targetId: imageId,
    before: { state: image.state },
    after: { state: 'absent' },
  });
  return await startTask(ctx, removeTask, taskStart(image, ownerOf(ctx)));
}

/** Rejects users' private images, which only their owners create and delete. */
function requireUnownedImage(image: StoredImage): void {
  if (image.ownerId !== null) throw userError('conflict', { problem: texts.ofItsOwner });
}

async function requirePreparable(
  ctx: Context,
  image: StoredImage,
  source: 'fetch' | 'build',
): Promise<void> {
  requireUnownedImage(image);
  const problem = await obstacle(ctx, image, source);
  if (problem) throw userError('conflict', { problem });
}

async function obstacle(ctx: Context, image: StoredImage, source: 'fetch' | 'build') {
  const { real } = await openDatacenters(ctx);
  return texts.obtainObstacle(
    { ...image, canBuild: findBuilder(ctx.services, image.code) !== undefined },
    source,
    real.length > 0,
  );
}

async function startImageTask(
  ctx: Context,
  type: typeof fetchTask,
  image: StoredImage,
  owner: Owner,
): Promise<Handle> {
  const { cmdId } = await startTask(ctx, type, taskStart(image, owner));
  await markFetching(ctx, image.id, cmdId);
  ctx.note({
    targetType: 'image',
    targetId: image.id,
    before: { state: image.state },
    after: { state: 'fetching' },
  });
  return { cmdId };
}

const taskStart = (image: StoredImage, owner: Owner) => ({
  input: { imageId: image.id } satisfies ImageInput,
  target: { type: 'image', id: image.id, name: image.name },
  resource: `image:${image.id}`,
  siteId: owner.siteId,
  ownerId: owner.id,
});
