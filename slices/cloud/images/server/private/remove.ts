import * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { singleContribution } from '../../../../../server/platform/hooks.ts';
import { startTask } from '../../../../../server/platform/tasks/startTask.ts';
import { defineTask, type TaskType } from '../../../../../server/platform/tasks/task.ts';
import { localize } from '../../texts/localize.ts';
import { imageDisks } from '../catalog/sources.ts';
import * as texts from '../messages.ts';
import { removeFromAll } from '../preparation/engines.ts';
import { removeStaged, stagingFolder } from '../preparation/staging.ts';
import { announceImage } from '../state.ts';
import { imageTables, lockOwnImage } from '../store.ts';
import { meterImage } from './metering.ts';

interface RemoveInput {
  imageId: string;
}

/** Maximum number of dependent servers listed in the error. */
const namesMax = 5;

/**
 * Deletes a private image, so that it can't be used for new servers and is no longer charged.
 * Throws `imageRestedOn` with the dependent servers visible to the actor.
 */
export async function deleteImage(
  ctx: SignedInContext,
  imageId: string,
): Promise<{ cmdId: number }> {
  const image = await lockOwnImage(ctx, imageId, 'manage');
  if (image.state === 'fetching') throw userError('conflict', { problem: texts.isFetching });
  const db = imageTables(ctx.db);
  // Checked after the lock, so that a server created from the image in the meantime counts.
  const uses = await imageTables(portalDb(ctx, 'an image in use is not deleted, whoever uses it'))
    .selectFrom('image_use')
    .select('server_id')
    .where('image_id', '=', imageId)
    .orderBy('since')
    .execute();
  if (uses.length > 0) {
    const names = await singleContribution(ctx, imageDisks).names(
      ctx,
      uses.slice(0, 20).map((use) => use.server_id),
    );
    const listedNames = [
      ...names.slice(0, namesMax),
      ...(names.length > namesMax || names.length < uses.length ? ['…'] : []),
    ].join(', ');
    throw userError('imageRestedOn', { image: image.name, count: uses.length, names: listedNames });
  }
  await db.deleteFrom('image_copy').where('image_id', '=', imageId).execute();
  await meterImage(ctx, imageId, 0);
  await db
    .updateTable('image')
    .set({ state: 'absent', offer: 'withdrawn', is_withdrawn: true, problem: null })
    .where('id', '=', imageId)
    .execute();
  ctx.note({
    targetType: 'image',
    targetId: imageId,
    before: { name: image.name, state: image.state },
  });
  await announceImage(ctx, imageId, 'absent');
  return await startTask(ctx, deleteTask, {
    input: { imageId },
    target: { type: 'image', id: imageId, name: image.name },
    resource: `image:${imageId}`,
    ...{ siteId: image.siteId ?? ctx.actor.siteId, ownerId: image.ownerId ?? ctx.actor.userId },
  });
}

export const deleteTask: TaskType<RemoveInput> = defineTask({
  type: 'image.delete',
  title: (_input, target) => localize('deleteTask', { name: target.name }),
  input: z.strictObject({ imageId: z.uuid() }),
  steps: [
    {
      name: 'remove',
      title: localize('remove.steps.removingFromEngines'),
      do: async (task) => {
        await removeFromAll(task.ctx, task.input.imageId);
        await removeStaged(stagingFolder(task.ctx.services.config, task.input.imageId));
      },
    },
    {
      name: 'forget',
      title: localize('remove.steps.deletingEntry'),
      do: (task) =>
        task.write(async (ctx) => {
          await announceImage(ctx, task.input.imageId, 'absent');
          await imageTables(ctx.db)
            .deleteFrom('image')
            .where('id', '=', task.input.imageId)
            .execute();
        }),
    },
  ],
});
