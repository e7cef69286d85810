import * as z from 'zod';
import {
  defineTask,
  RetryableError,
  type TaskContext,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import { engineOf } from '../../../datacenters/server/index.ts';
import { commandEngine, explainEngine, readServer } from '../../../servers/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { digestOf, fileOf, makeFolder, removeFiles } from '../files.ts';
import { meterBackups } from '../metering.ts';
import { deleteOldBackups } from '../retention.ts';
import { announceBackup, type Backup, readBackup } from '../store.ts';
import { backupTables } from '../tables.ts';

const input = z.strictObject({ serverId: z.uuid(), backupId: z.uuid() });
export type CreateInput = z.output<typeof input>;
type BackupTask = TaskContext<CreateInput>;

export async function backupOf(task: TaskContext<{ backupId: string }>): Promise<Backup> {
  const backup = await readBackup(task.ctx, task.input.backupId);
  if (!backup)
    throw new Error(`The backup ${task.input.backupId} is gone although a task works on it.`);
  return backup;
}

async function engineFor(task: BackupTask) {
  return await engineOf(task.ctx, (await backupOf(task)).datacenterId);
}

/** Deletes the snapshot that the disks are copied from. It has the same ID as the backup. */
async function deleteSnapshot(task: BackupTask): Promise<void> {
  const engine = await engineFor(task);
  await commandEngine(async () => {
    if (await engine.inspect(task.input.serverId))
      await engine.deleteSnapshot(task.input.serverId, task.input.backupId);
  });
}

async function copyDisks(task: BackupTask): Promise<void> {
  const { serverId, backupId } = task.input;
  const { configuration } = await backupOf(task);
  const engine = await engineFor(task);
  await makeFolder(task.ctx, backupId);
  for (const [index, disk] of configuration.disks.entries()) {
    const path = fileOf(task.ctx, backupId, index);
    const progress = (percent: number) =>
      task.progress((100 * index + percent) / configuration.disks.length);
    await commandEngine(() =>
      engine.exportDisk(
        serverId,
        disk.id,
        { path, snapshotId: backupId },
        { signal: task.signal, progress },
      ),
    );
    Object.assign(disk, await digestOf(path, task.signal));
  }
  const sizeBytes = configuration.disks.reduce((sum, { bytes }) => sum + bytes, 0);
  await task.write(async (ctx) => {
    await backupTables(ctx.db)
      .updateTable('server_backup')
      .set({ configuration: JSON.stringify(configuration), size_bytes: sizeBytes })
      .where('id', '=', backupId)
      .execute();
  });
}

export const createBackupTask: TaskType<CreateInput> = defineTask<CreateInput>({
  type: 'backup.create',
  usesDisk: true,
  title: (_input, { name }) => localize('createBackupTask', { name }),
  input,
  isCancellable: true,
  steps: [
    {
      name: 'reserve',
      title: localize('create.steps.reserving'),
      weight: 1,
      do: async (task) => {
        await backupOf(task);
      },
      undo: (task) =>
        task.write(async (ctx) => {
          const backup = await readBackup(ctx, task.input.backupId);
          if (!backup) return;
          await backupTables(ctx.db)
            .deleteFrom('server_backup')
            .where('id', '=', backup.id)
            .execute();
          await announceBackup(ctx, backup);
        }),
    },
    {
      name: 'freeze',
      title: localize('create.steps.freezingAllDisksOne'),
      weight: 1,
      do: async (task) => {
        const engine = await engineFor(task);
        await commandEngine(() =>
          engine.createSnapshot(task.input.serverId, task.input.backupId, { memory: false }),
        );
      },
      undo: deleteSnapshot,
    },
    {
      name: 'copy',
      title: localize('create.steps.copyingDisks'),
      weight: 20,
      do: copyDisks,
      undo: (task) => removeFiles(task.ctx, task.input.backupId),
    },
    {
      name: 'release',
      title: localize('create.steps.releasingDisks'),
      weight: 1,
      do: deleteSnapshot,
    },
    {
      name: 'record',
      title: localize('create.steps.saving'),
      weight: 1,
      do: (task) =>
        task.write(async (ctx) => {
          const { serverId, backupId } = task.input;
          await backupTables(ctx.db)
            .updateTable('server_backup')
            .set({ state: 'ready' })
            .where('id', '=', backupId)
            .execute();
          await meterBackups(ctx, serverId, await readServer(ctx, serverId));
          await deleteOldBackups(ctx, serverId);
          await announceBackup(ctx, await backupOf(task));
        }),
    },
  ],
  isTransient: (error) => error instanceof RetryableError,
  explain: explainEngine,
});
