import { sql } from 'kysely';
import * as z from 'zod';
import { EngineError } from '../../../../../drivers/compute/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { serverNotifications } from '../../../../../server/platform/notify/index.ts';
import {
  defineTask,
  type Step,
  type TaskContext,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import { localize } from '../../texts/localize.ts';
import { readServer } from '../store/find.ts';
import { serverTables } from '../store/tables.ts';
import { announceServer, meter } from '../store/write.ts';
import { command, explainEngine, inspectServer, revert, type ServerInput } from './serverTask.ts';

const size = z.strictObject({
  cpuType: z.enum(['A', 'B', 'T', 'D']),
  cores: z.int(),
  ramMb: z.int(),
});
const resizeInput = z.strictObject({ serverId: z.uuid(), from: size, to: size });
export type ResizeInput = z.output<typeof resizeInput>;

/** Notifies the browsers and updates metering to the server's current resources. */
export async function meterAndAnnounce(ctx: Context, serverId: string): Promise<void> {
  await meter(ctx, serverId);
  const server = await readServer(ctx, serverId);
  if (server) await announceServer(ctx, server, { power: server.power });
}

/** The last step of a change: writes rows and price in one transaction. */
export function recording<I extends ServerInput>(
  write: (ctx: Context, input: I) => Promise<unknown>,
): Step<I> {
  return {
    name: 'record',
    title: localize('configure.recording.saving'),
    weight: 1,
    do: ({ input, write: inTransaction }) =>
      inTransaction(async (ctx) => {
        await write(ctx, input);
        await meterAndAnnounce(ctx, input.serverId);
      }),
  };
}

export const resizeTask: TaskType<ResizeInput> = defineTask({
  type: 'server.resize',
  tells: () => serverNotifications.changed,
  title: ({ to }, { name }) =>
    localize('resizeTask', { name, cores: to.cores, cpuType: to.cpuType, ramMb: to.ramMb }),
  input: resizeInput,
  steps: [
    {
      name: 'resize',
      title: localize('configure.steps.changingHardware'),
      weight: 4,
      do: (task) => command(task, (engine, serverId) => engine.resize(serverId, task.input.to)),
      undo: revertSize,
    },
    recording((ctx, { serverId, to }) =>
      serverTables(ctx.db)
        .updateTable('server')
        .set({ cpu_type: to.cpuType, cores: to.cores, ram_mb: to.ramMb })
        .where('id', '=', serverId)
        .execute(),
    ),
  ],
  explain: explainEngine,
});

/**
 * Resources hotplugged into a running server can't be removed, so the row is updated from the
 * engine.
 */
async function revertSize(task: TaskContext<ResizeInput>): Promise<void> {
  try {
    await revert(task, (engine, serverId) => engine.resize(serverId, task.input.from));
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'wrongState') throw error;
    const { cores, ramMb } = await inspectServer(task);
    await task.write(async (ctx) => {
      await serverTables(ctx.db)
        .updateTable('server')
        .set({ cores, ram_mb: ramMb })
        .where('id', '=', task.input.serverId)
        .execute();
      await meterAndAnnounce(ctx, task.input.serverId);
    });
  }
}

const diskInput = z.strictObject({ serverId: z.uuid(), diskId: z.uuid(), sizeGb: z.int() });
export type DiskInput = z.output<typeof diskInput>;

export const addDiskTask: TaskType<DiskInput> = defineTask({
  type: 'server.addDisk',
  usesDisk: true,
  tells: () => serverNotifications.changed,
  title: ({ sizeGb }, { name }) => localize('addDiskTask', { sizeGb, name }),
  input: diskInput,
  steps: [
    {
      name: 'attach',
      title: localize('configure.steps.creatingAttachingDisk'),
      weight: 4,
      do: (task) =>
        command(task, (engine, serverId) =>
          engine.attachDisk(serverId, { id: task.input.diskId, sizeGb: task.input.sizeGb }),
        ),
      undo: (task) =>
        revert(task, (engine, serverId) => engine.removeDisk(serverId, task.input.diskId)),
    },
    recording(async (ctx, { serverId, diskId, sizeGb }) => {
      await sql`
        insert into server_disk (id, server_id, position, size_gb)
        select ${diskId}, ${serverId}, coalesce(max(position), 0) + 1, ${sizeGb} from server_disk where server_id = ${serverId}
        on conflict (id) do nothing`.execute(ctx.db);
    }),
  ],
  explain: explainEngine,
});

export const growDiskTask: TaskType<DiskInput> = defineTask({
  type: 'server.growDisk',
  usesDisk: true,
  tells: () => serverNotifications.changed,
  title: ({ sizeGb }, { name }) => localize('growDiskTask', { name, sizeGb }),
  input: diskInput,
  steps: [
    {
      name: 'grow',
      title: localize('configure.steps.growingDisk'),
      weight: 4,
      // A grown disk can't shrink, so from here on the change can't be undone.
      isFinal: true,
      do: (task) =>
        command(task, (engine, serverId) =>
          engine.growDisk(serverId, task.input.diskId, task.input.sizeGb),
        ),
    },
    recording((ctx, { diskId, sizeGb }) =>
      serverTables(ctx.db)
        .updateTable('server_disk')
        .set({ size_gb: sizeGb })
        .where('id', '=', diskId)
        .where('size_gb', '<', sizeGb)
        .execute(),
    ),
  ],
  explain: explainEngine,
});

const removeDiskInput = z.strictObject({ serverId: z.uuid(), diskId: z.uuid() });
export type RemoveDiskInput = z.output<typeof removeDiskInput>;

export const removeDiskTask: TaskType<RemoveDiskInput> = defineTask({
  type: 'server.removeDisk',
  tells: () => serverNotifications.changed,
  title: (_input, { name }) => localize('removeDiskTask', { name }),
  input: removeDiskInput,
  steps: [
    {
      name: 'remove',
      title: localize('configure.steps.detachingDiskDeletingIts'),
      weight: 4,
      isFinal: true,
      do: (task) =>
        command(task, (engine, serverId) => engine.removeDisk(serverId, task.input.diskId)),
    },
    recording((ctx, { diskId }) =>
      serverTables(ctx.db).deleteFrom('server_disk').where('id', '=', diskId).execute(),
    ),
  ],
  explain: explainEngine,
});
