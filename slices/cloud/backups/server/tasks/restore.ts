import * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { serverNotifications } from '../../../../../server/platform/notify/index.ts';
import {
  defineTask,
  type TaskContext,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import { engineOf } from '../../../datacenters/server/index.ts';
import {
  commandEngine,
  explainEngine,
  recordServerLeft,
  recordServerSeen,
} from '../../../servers/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { fileOf, findDamagedDisk } from '../files.ts';
import { announceBackup, type Backup } from '../store.ts';
import { backupTables } from '../tables.ts';
import { backupOf } from './create.ts';

const input = z.strictObject({ serverId: z.uuid(), backupId: z.uuid(), start: z.boolean() });
export type RestoreInput = z.output<typeof input>;

/**
 * Throws because the file is missing or corrupted. The problem is recorded, so that users don't
 * rely on the backup.
 */
export async function failDamagedBackup(
  task: TaskContext<{ backupId: string }>,
  backup: Backup,
): Promise<void> {
  const damagedDisk = await findDamagedDisk(task.ctx, backup, task.signal);
  if (damagedDisk === null) return;
  const problem = damage(damagedDisk);
  await task.write(async (ctx) => {
    await backupTables(ctx.db)
      .updateTable('server_backup')
      .set({ problem: problem.en })
      .where('id', '=', backup.id)
      .execute();
    await announceBackup(ctx, backup);
  });
  throw userError('backupNotReady', { problem });
}

const damage = (disk: number): LocalizedText => localize('damage', { disk });

export const restoreBackupTask: TaskType<RestoreInput> = defineTask<RestoreInput>({
  type: 'backup.restore',
  usesDisk: true,
  tells: () => serverNotifications.changed,
  title: (_input, { name }) => localize('restoreBackupTask', { name }),
  input,
  steps: [
    {
      name: 'check',
      title: localize('restore.steps.verifyingFiles'),
      weight: 3,
      do: async (task) => failDamagedBackup(task, await backupOf(task)),
    },
    {
      name: 'stop',
      title: localize('restore.steps.stopping'),
      weight: 2,
      do: async (task) => {
        const engine = await engineOf(task.ctx, (await backupOf(task)).datacenterId);
        await commandEngine(() =>
          engine.stop(task.input.serverId, { graceful: true, signal: task.signal }),
        );
      },
      undo: recordServerLeft,
    },
    {
      name: 'write',
      title: localize('restore.steps.writingDisks'),
      weight: 10,
      isFinal: true,
      do: async (task) => {
        const { id, configuration, datacenterId } = await backupOf(task);
        const engine = await engineOf(task.ctx, datacenterId);
        for (const [index, disk] of configuration.disks.entries()) {
          const progress = (percent: number) =>
            task.progress((100 * index + percent) / configuration.disks.length);
          await commandEngine(() =>
            engine.importDisk(
              task.input.serverId,
              disk.id,
              { path: fileOf(task.ctx, id, index) },
              { signal: task.signal, progress },
            ),
          );
        }
      },
    },
    {
      name: 'start',
      title: localize('restore.steps.starting'),
      weight: 2,
      do: async (task) => {
        if (!task.input.start) return;
        const engine = await engineOf(task.ctx, (await backupOf(task)).datacenterId);
        await commandEngine(() => engine.start(task.input.serverId));
      },
    },
    {
      name: 'record',
      title: localize('restore.steps.saving'),
      weight: 1,
      do: async (task) => {
        await recordServerSeen(task);
      },
    },
  ],
  explain: explainEngine,
});
