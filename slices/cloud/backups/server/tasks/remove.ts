import * as z from 'zod';
import {
  defineTask,
  RetryableError,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import { setSpans } from '../../../../money/pricing/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { removeFiles } from '../files.ts';
import { subjectOf } from '../metering.ts';
import { announceBackup, isInUse, readBackup } from '../store.ts';
import { backupTables } from '../tables.ts';

const input = z.strictObject({ backupId: z.uuid() });
export type RemoveInput = z.output<typeof input>;

export const removeBackupTask: TaskType<RemoveInput> = defineTask<RemoveInput>({
  type: 'backup.remove',
  title: (_input, { name }) => localize('removeBackupTask', { name }),
  input,
  steps: [
    {
      name: 'files',
      title: localize('remove.steps.deletingFiles'),
      weight: 4,
      isFinal: true,
      do: async (task) => {
        if (await isInUse(task.ctx, task.input.backupId))
          throw new RetryableError('The backup is being read by another task.');
        await removeFiles(task.ctx, task.input.backupId);
      },
      undo: (task) =>
        task.write(async (ctx) => {
          await backupTables(ctx.db)
            .updateTable('server_backup')
            .set({ state: 'ready' })
            .where('id', '=', task.input.backupId)
            .execute();
        }),
    },
    {
      name: 'forget',
      title: localize('remove.steps.saving'),
      weight: 1,
      do: (task) =>
        task.write(async (ctx) => {
          const backup = await readBackup(ctx, task.input.backupId);
          if (!backup) return;
          await setSpans(ctx, subjectOf(backup), []);
          await backupTables(ctx.db)
            .deleteFrom('server_backup')
            .where('id', '=', backup.id)
            .execute();
          await announceBackup(ctx, backup);
        }),
    },
  ],
});
