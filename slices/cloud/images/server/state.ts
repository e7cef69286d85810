import { sql } from 'kysely';
import type { Reason } from '../../../../contract/errors/errors.ts';
import { monotonicMs } from '../../../../server/platform/clock.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { TaskContext } from '../../../../server/platform/tasks/task.ts';
import type { Staged } from './preparation/staging.ts';
import { type ImageState, imageTables } from './store.ts';

/**
 * Notifies the browsers that display the image: everyone's for a catalog image, the site's for a
 * site-wide image, otherwise the owner's.
 */
export async function announceImage(
  ctx: Pick<Context, 'db'>,
  imageId: string,
  state: ImageState,
  progress = 0,
): Promise<void> {
  const image = await imageTables(ctx.db)
    .selectFrom('image')
    .select(['owner_id', 'site_id'])
    .where('id', '=', imageId)
    .executeTakeFirst();
  const ownership =
    image?.owner_id && image.site_id ? { ownerId: image.owner_id, siteId: image.site_id } : {};
  await announce(ctx.db, { topic: 'image', id: imageId, ...ownership, data: { state, progress } });
}

/** Marks the image as being prepared by a task. */
export async function markFetching(
  ctx: Pick<Context, 'db'>,
  imageId: string,
  cmdId: number,
): Promise<void> {
  await imageTables(ctx.db)
    .updateTable('image')
    .set({
      state: 'fetching',
      progress: 0,
      problem: null,
      task_id: cmdId,
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', imageId)
    .execute();
  await announceImage(ctx, imageId, 'fetching');
}

/** Marks the image as absent after a task ended without it, or as failed if the reason is known. */
export async function markUndone(
  ctx: Pick<Context, 'db'>,
  imageId: string,
  cmdId: number,
): Promise<void> {
  const image = await imageTables(ctx.db)
    .updateTable('image')
    .set({
      state: sql<ImageState>`case when problem is null then 'absent' else 'failed' end`,
      progress: 0,
      task_id: null,
    })
    .where('id', '=', imageId)
    .where('task_id', '=', cmdId)
    .returning('state')
    .executeTakeFirst();
  if (image) await announceImage(ctx, imageId, image.state);
}

/** Stores why the image is unavailable, for viewers of the catalog. */
export async function markFailed(
  ctx: Pick<Context, 'db'>,
  imageId: string,
  reasons: readonly Reason[],
): Promise<void> {
  await imageTables(ctx.db)
    .updateTable('image')
    .set({ problem: JSON.stringify(reasons) })
    .where('id', '=', imageId)
    .execute();
}

export interface ReadyImage extends Pick<Staged, 'sizeBytes' | 'digest' | 'isDigestVerified'> {
  virtualSizeGb: number;
  datacenterIds: readonly string[];
}

/** Marks the image as ready, so that servers can be created from it in these datacenters. */
export async function markReady(
  ctx: Pick<Context, 'db'>,
  imageId: string,
  ready: ReadyImage,
): Promise<void> {
  const db = imageTables(ctx.db);
  await db
    .updateTable('image')
    .set({
      state: 'ready',
      progress: 100,
      problem: null,
      task_id: null,
      size_bytes: ready.sizeBytes,
      digest: ready.digest,
      is_digest_verified: ready.isDigestVerified,
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', imageId)
    .execute();
  const copies = ready.datacenterIds.map((id) => ({
    image_id: imageId,
    datacenter_id: id,
    is_simulated: false,
    virtual_size_gb: ready.virtualSizeGb,
  }));
  await db
    .insertInto('image_copy')
    .values(copies)
    .onConflict((conflict) =>
      conflict
        .columns(['image_id', 'datacenter_id'])
        .doUpdateSet({ is_simulated: false, virtual_size_gb: ready.virtualSizeGb }),
    )
    .execute();
  await announceImage(ctx, imageId, 'ready', 100);
}

/**
 * Marks the content as removed before it is deleted, so that no more servers can be created from
 * it.
 */
export async function markRemoved(ctx: Pick<Context, 'db'>, imageId: string): Promise<void> {
  const db = imageTables(ctx.db);
  await db
    .deleteFrom('image_copy')
    .where('image_id', '=', imageId)
    .where('is_simulated', '=', false)
    .execute();
  await db
    .updateTable('image')
    .set({
      state: 'absent',
      progress: 0,
      problem: null,
      size_bytes: null,
      is_digest_verified: false,
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', imageId)
    .execute();
  await announceImage(ctx, imageId, 'absent');
}

const reportEveryMs = 1000;

/**
 * Reports progress to the task and, at most once per second, to the catalog. `settle` waits for the
 * last report.
 */
export function imageProgress(task: TaskContext<{ imageId: string }>): {
  report(percent: number): void;
  settle(): Promise<void>;
} {
  let pendingWrite: Promise<void> | null = null;
  let displayedPercent = 0;
  let nextAt = 0;
  const write = async (percent: number) => {
    await task.write(async (ctx) => {
      await imageTables(ctx.db)
        .updateTable('image')
        .set({ progress: percent })
        .where('id', '=', task.input.imageId)
        .execute();
      await announceImage(ctx, task.input.imageId, 'fetching', percent);
    });
  };
  return {
    report: (percent) => {
      task.progress(percent);
      const wholePercent = Math.min(99, Math.floor(percent));
      if (pendingWrite || wholePercent <= displayedPercent || monotonicMs() < nextAt) return;
      displayedPercent = wholePercent;
      nextAt = monotonicMs() + reportEveryMs;
      // A failed report is harmless. The step itself detects a lost task.
      pendingWrite = write(wholePercent)
        .catch((error: unknown) =>
          task.ctx.log.debug(
            { err: error, cmdId: task.cmdId },
            'The progress of an image wasn’t recorded',
          ),
        )
        .finally(() => {
          pendingWrite = null;
        });
    },
    settle: async () => {
      await pendingWrite;
    },
  };
}
