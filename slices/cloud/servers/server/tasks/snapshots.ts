import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '../../../../../server/platform/context.ts';
import { defineTask, type TaskType } from '../../../../../server/platform/tasks/task.ts';
import { localize } from '../../texts/localize.ts';
import { serverTables } from '../store/tables.ts';
import { meterAndAnnounce } from './configure.ts';
import {
  command,
  explainEngine,
  recordEngineState,
  recordPowerState,
  revert,
  serverOf,
} from './serverTask.ts';

const input = z.strictObject({ serverId: z.uuid(), snapshotId: z.uuid(), name: z.string() });
export type SnapshotInput = z.output<typeof input>;

/** Deletes a snapshot's row. Later snapshots and the server are then based on its parent. */
export async function deleteSnapshotRecord(
  ctx: Context,
  { serverId, snapshotId }: Pick<SnapshotInput, 'serverId' | 'snapshotId'>,
): Promise<void> {
  const parent = sql`(select parent_id from server_snapshot where id = ${snapshotId})`;
  await sql`update server set current_snapshot_id = ${parent} where id = ${serverId} and current_snapshot_id = ${snapshotId}`.execute(
    ctx.db,
  );
  await sql`update server_snapshot set parent_id = ${parent} where parent_id = ${snapshotId}`.execute(
    ctx.db,
  );
  await serverTables(ctx.db).deleteFrom('server_snapshot').where('id', '=', snapshotId).execute();
  await meterAndAnnounce(ctx, serverId);
}

async function recordSnapshot(
  ctx: Context,
  input: SnapshotInput,
  snapshot: { withMemory: boolean; sizeBytes: number },
): Promise<void> {
  const db = serverTables(ctx.db);
  await db
    .updateTable('server_snapshot')
    .set({
      state: 'ready',
      with_memory: snapshot.withMemory,
      size_bytes: Math.round(snapshot.sizeBytes),
    })
    .where('id', '=', input.snapshotId)
    .execute();
  await db
    .updateTable('server')
    .set({ current_snapshot_id: input.snapshotId })
    .where('id', '=', input.serverId)
    .execute();
  await meterAndAnnounce(ctx, input.serverId);
}

export const createSnapshotTask: TaskType<SnapshotInput> = defineTask<SnapshotInput>({
  type: 'server.createSnapshot',
  usesDisk: true,
  title: (input, { name }) => localize('createSnapshotTask', { name: input.name, name2: name }),
  input,
  steps: [
    {
      name: 'reserve',
      title: localize('snapshots.steps.reserving'),
      weight: 1,
      do: async (task) => {
        await serverOf(task);
      },
      undo: (task) => task.write((ctx) => deleteSnapshotRecord(ctx, task.input)),
    },
    {
      name: 'take',
      title: localize('snapshots.steps.creatingSnapshot'),
      weight: 9,
      do: async (task) => {
        const snapshot = await command(task, (engine, serverId) =>
          engine.createSnapshot(serverId, task.input.snapshotId),
        );
        await task.write((ctx) => recordSnapshot(ctx, task.input, snapshot));
      },
      undo: (task) =>
        revert(task, (engine, serverId) => engine.deleteSnapshot(serverId, task.input.snapshotId)),
    },
  ],
  explain: explainEngine,
});

export const revertSnapshotTask: TaskType<SnapshotInput> = defineTask<SnapshotInput>({
  type: 'server.revertSnapshot',
  title: (input, { name }) => localize('revertSnapshotTask', { name, givenName: input.name }),
  input,
  steps: [
    {
      name: 'revert',
      title: localize('snapshots.steps.restoringDisksMemory'),
      weight: 9,
      isFinal: true,
      do: async (task) => {
        await command(task, (engine, serverId) =>
          engine.revertSnapshot(serverId, task.input.snapshotId),
        );
      },
      // When the engine fails, it leaves the state unchanged, and the row must match it.
      undo: recordEngineState,
    },
    {
      name: 'record',
      title: localize('snapshots.steps.saving'),
      weight: 1,
      do: async (task) => {
        const { serverId, snapshotId } = task.input;
        await recordPowerState(task, async (ctx) => {
          await serverTables(ctx.db)
            .updateTable('server')
            .set({ current_snapshot_id: snapshotId })
            .where('id', '=', serverId)
            .execute();
        });
      },
    },
  ],
  explain: explainEngine,
});

export const deleteSnapshotTask: TaskType<SnapshotInput> = defineTask<SnapshotInput>({
  type: 'server.deleteSnapshot',
  title: (input, { name }) => localize('deleteSnapshotTask', { name: input.name, name2: name }),
  input,
  steps: [
    {
      name: 'delete',
      title: localize('snapshots.steps.deletingItsData'),
      weight: 9,
      isFinal: true,
      do: (task) =>
        command(task, (engine, serverId) => engine.deleteSnapshot(serverId, task.input.snapshotId)),
      undo: (task) =>
        task.write(async (ctx) => {
          await serverTables(ctx.db)
            .updateTable('server_snapshot')
            .set({ state: 'ready' })
            .where('id', '=', task.input.snapshotId)
            .execute();
          await meterAndAnnounce(ctx, task.input.serverId);
        }),
    },
    {
      name: 'record',
      title: localize('snapshots.steps.saving'),
      weight: 1,
      do: (task) => task.write((ctx) => deleteSnapshotRecord(ctx, task.input)),
    },
  ],
  explain: explainEngine,
});
