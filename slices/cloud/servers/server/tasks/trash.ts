import { sql } from 'kysely';
import * as z from 'zod';
import { eachLanguage } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { serverNotifications } from '../../../../../server/platform/notify/index.ts';
import { defineTask, type TaskType } from '../../../../../server/platform/tasks/task.ts';
import { dropParkedNics, parkedNics, parkPrivateNics } from '../../../networks/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { powerOf, runUndo } from '../engine/engine.ts';
import { serverTables } from '../store/tables.ts';
import { announceServer, recordPower, refreshAddresses } from '../store/write.ts';
import { syncNics } from './nics.ts';
import { deleteServerRecords } from './remove.ts';
import {
  command,
  engineFor,
  explainEngine,
  inspectServer,
  recordEngineState,
  serverOf,
} from './serverTask.ts';

/** How long a guest has to shut down when its server is terminated, in ms. */
const shutdownTimeoutMs = 15_000;

const terminateInput = z.strictObject({ serverId: z.uuid(), binHours: z.number().min(0) });
export type TerminateInput = z.output<typeof terminateInput>;

/**
 * Stops charging for the server and keeps its disks, snapshots and public addresses until the Trash
 * is emptied. From then on, other servers can use its name and private addresses.
 */
async function markTerminated(ctx: Context, { serverId, binHours }: TerminateInput): Promise<void> {
  await serverTables(ctx.db)
    .updateTable('server')
    .set({
      state: 'bin',
      name_held: false,
      terminated_at: sql<Date>`clock_timestamp()`,
      bin_until: sql<Date>`clock_timestamp() + ${binHours} * interval '1 hour'`,
    })
    .where('id', '=', serverId)
    .where('state', '<>', 'bin')
    .execute();
  await releaseSharedResources(ctx, serverId);
  await recordPower(ctx, serverId, 'off');
}

async function releaseSharedResources(ctx: Context, serverId: string): Promise<void> {
  await parkPrivateNics(ctx, serverId);
  await refreshAddresses(ctx, serverId);
}

/** Releases what the restore call had reassigned to the server. */
async function moveToTrash(ctx: Context, serverId: string): Promise<void> {
  await serverTables(ctx.db)
    .updateTable('server')
    .set({ name_held: false })
    .where('id', '=', serverId)
    .where('state', '=', 'bin')
    .execute();
  await releaseSharedResources(ctx, serverId);
}

export const terminateTask: TaskType<TerminateInput> = defineTask<TerminateInput>({
  type: 'server.terminate',
  tells: () => serverNotifications.terminated,
  title: (_input, { name }) => localize('terminateTask', { name }),
  input: terminateInput,
  steps: [
    {
      name: 'stop',
      title: localize('bin.steps.stopping'),
      weight: 4,
      do: async (task) => {
        const engine = await engineFor(task);
        await runUndo(() =>
          engine.stop(task.input.serverId, {
            graceful: true,
            timeoutMs: shutdownTimeoutMs,
            signal: task.signal,
          }),
        );
      },
      undo: recordEngineState,
    },
    {
      name: 'bin',
      title: localize('bin.steps.movingTrash'),
      weight: 1,
      do: (task) => task.write((ctx) => markTerminated(ctx, task.input)),
    },
  ],
  explain: explainEngine,
});

const input = z.strictObject({ serverId: z.uuid() });
type TrashInput = z.output<typeof input>;

const restoreInput = input.extend({
  notes: z.array(z.strictObject(eachLanguage(() => z.string()))).optional(),
});
type RestoreInput = z.output<typeof restoreInput>;

export const restoreTask: TaskType<RestoreInput> = defineTask<RestoreInput>({
  type: 'server.restore',
  title: (_input, { name }) => localize('restoreTask', { name }),
  input: restoreInput,
  steps: [
    {
      name: 'restore',
      title: localize('bin.steps.restoringFromTrash'),
      do: async (task) => {
        const { id } = await serverOf(task);
        const parked = await parkedNics(task.ctx, id);
        await syncNics(
          task,
          parked.map(({ nicId }) => nicId),
        );
        const { power, problem } = powerOf(await inspectServer(task));
        const restored = { state: 'live' as const, terminated_at: null, bin_until: null };
        await task.write(async (ctx) => {
          await serverTables(ctx.db)
            .updateTable('server')
            .set(restored)
            .where('id', '=', id)
            .execute();
          await dropParkedNics(ctx, id);
          await recordPower(ctx, id, power, problem);
        });
        for (const note of task.input.notes ?? []) await task.warn(note);
      },
      undo: (task) => task.write((ctx) => moveToTrash(ctx, task.input.serverId)),
    },
  ],
  explain: explainEngine,
});

export const purgeTask: TaskType<TrashInput> = defineTask<TrashInput>({
  type: 'server.purge',
  title: (_input, { name }) => localize('purgeTask', { name }),
  input,
  steps: [
    {
      name: 'destroy',
      title: localize('bin.steps.deletingDisksSnapshots'),
      weight: 9,
      isFinal: true,
      do: (task) => command(task, (engine, serverId) => engine.destroy(serverId)),
      undo: (task) =>
        task.write(async (ctx) => {
          await announceServer(ctx, await serverOf(task), { state: 'bin' });
        }),
    },
    {
      name: 'forget',
      title: localize('bin.steps.releasingIpAddresses'),
      weight: 1,
      do: (task) => task.write((ctx) => deleteServerRecords(ctx, task.input.serverId)),
    },
  ],
  explain: explainEngine,
});
