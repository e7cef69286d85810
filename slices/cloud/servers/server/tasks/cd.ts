import * as z from 'zod';
import { untranslated, userError } from '../../../../../contract/errors/errors.ts';
import type { ComputeEngine } from '../../../../../drivers/compute/port.ts';
import { serverNotifications } from '../../../../../server/platform/notify/index.ts';
import {
  defineTask,
  type TaskContext,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import { localize } from '../../texts/localize.ts';
import { powerOf } from '../engine/engine.ts';
import { serverTables } from '../store/tables.ts';
import {
  command,
  explainEngine,
  recordEngineState,
  recordPowerState,
  revert,
} from './serverTask.ts';

const drive = z.strictObject({ imageId: z.uuid().nullable(), startFrom: z.enum(['disk', 'iso']) });
const input = z.strictObject({
  serverId: z.uuid(),
  before: drive,
  after: drive,
  stop: z.boolean(),
  start: z.boolean(),
});
export type CdInput = z.output<typeof input>;

/**
 * Inserts a CD before setting it as the boot device, and unsets it as the boot device before
 * ejecting it.
 */
async function setDrive(
  engine: ComputeEngine,
  serverId: string,
  { imageId, startFrom }: CdInput['after'],
): Promise<void> {
  if (startFrom === 'disk') await engine.bootFrom(serverId, 'disk');
  await engine.setIso(serverId, imageId);
  if (startFrom === 'iso') await engine.bootFrom(serverId, 'iso');
}

async function warnForced(task: TaskContext<CdInput>): Promise<void> {
  await task.warn(localize('cd.warnForced.guestDidntShutDown'));
}

export const cdTask: TaskType<CdInput> = defineTask<CdInput>({
  type: 'server.cd',
  tells: () => serverNotifications.changed,
  title: ({ after }, { name }) =>
    after.startFrom === 'iso'
      ? localize('cd.cdTask.startServerFromIso', { name })
      : after.imageId === null
        ? localize('cd.cdTask.ejectIsoImageFrom', { name })
        : localize('cd.cdTask.insertIsoImageInto', { name }),
  input,
  steps: [
    {
      name: 'stop',
      title: localize('cd.steps.stopping'),
      weight: 4,
      do: async (task) => {
        if (!task.input.stop) return;
        const { forced } = await command(task, (engine, serverId) =>
          engine.stop(serverId, { graceful: true, signal: task.signal }),
        );
        if (forced) await warnForced(task);
      },
      undo: recordEngineState,
    },
    {
      name: 'drive',
      title: localize('cd.steps.changingIsoImage'),
      weight: 1,
      do: (task) =>
        command(task, (engine, serverId) => setDrive(engine, serverId, task.input.after)),
      undo: (task) =>
        revert(task, (engine, serverId) => setDrive(engine, serverId, task.input.before)),
    },
    {
      name: 'start',
      title: localize('cd.steps.starting'),
      weight: 4,
      do: async (task) => {
        if (task.input.start) await command(task, (engine, serverId) => engine.start(serverId));
      },
    },
    {
      name: 'record',
      title: localize('cd.steps.saving'),
      weight: 1,
      do: async (task) => {
        const { serverId, after } = task.input;
        const engineServer = await recordPowerState(task, async (ctx) => {
          await serverTables(ctx.db)
            .updateTable('server')
            .set({ iso_image_id: after.imageId, boots_from: after.startFrom })
            .where('id', '=', serverId)
            .execute();
        });
        const { problem } = powerOf(engineServer);
        if (problem && task.input.start)
          throw userError('serverEngineRefused', { problem: untranslated(problem.detail) });
      },
    },
  ],
  explain: explainEngine,
});
