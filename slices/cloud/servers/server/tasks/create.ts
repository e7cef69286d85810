import * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { EngineError } from '../../../../../drivers/compute/port.ts';
import { serverNotifications } from '../../../../../server/platform/notify/index.ts';
import {
  defineTask,
  type Step,
  type TaskContext,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import { localize } from '../../texts/localize.ts';
import { powerOf } from '../engine/engine.ts';
import type { Server } from '../rules/facts.ts';
import { serverTables } from '../store/tables.ts';
import { recordPower } from '../store/write.ts';
import { deleteServerRecords } from './remove.ts';
import { command, explainEngine, inspectServer, revert, serverOf } from './serverTask.ts';
import { serverSpec } from './spec.ts';

const input = z.strictObject({
  serverId: z.uuid(),
  source: z.union([
    z.strictObject({ kind: z.literal('image'), imageId: z.uuid() }),
    z.strictObject({
      kind: z.literal('server'),
      serverId: z.uuid(),
      snapshotId: z.uuid().optional(),
    }),
    z.strictObject({
      kind: z.literal('files'),
      paths: z.array(z.string()),
      imageId: z.uuid().nullable(),
    }),
  ]),
  /** Deleted with the rest of the input when the task ends. */
  password: z.string().nullable(),
  userData: z.string().nullable(),
  policyParts: z.array(z.string()).optional(),
  ports: z.array(z.int()).optional(),
  powerOn: z.boolean(),
});
export type CreateInput = z.output<typeof input>;
type CreateWork = TaskContext<CreateInput>;

/**
 * The call has already inserted the rows. If a later step fails, the undo deletes them, which
 * releases name and addresses.
 */
const reserve: Step<CreateInput> = {
  name: 'reserve',
  title: localize('reserve'),
  weight: 1,
  do: async (task) => {
    await serverOf(task);
  },
  undo: (task) => task.write((ctx) => deleteServerRecords(ctx, task.input.serverId)),
};

const makeDisks: Step<CreateInput> = {
  name: 'make',
  title: localize('makeDisks'),
  weight: 10,
  do: async (task) => {
    const { source, password, userData, policyParts = [], ports = [] } = task.input;
    const server = await serverOf(task);
    const spec = await serverSpec(task.ctx, server, {
      source,
      password,
      userData,
      policyParts,
      ports,
    });
    const options = { signal: task.signal, progress: (percent: number) => task.progress(percent) };
    await command(task, (engine) =>
      engine
        .create(spec, options)
        .catch((error: unknown) => throwCreationError(task, server, error)),
    );
  },
  undo: (task) => revert(task, (engine, serverId) => engine.destroy(serverId)),
};

/**
 * Reports an image that has disappeared from the engine since the request. The error names the
 * image, because the user selected it by name.
 */
function throwCreationError(task: CreateWork, server: Server, error: unknown): never {
  const isMissing =
    error instanceof EngineError && error.kind === 'notFound' && task.input.source.kind === 'image';
  if (!isMissing) throw error;
  throw userError('imageNotReady', { image: server.imageName, problem: imageUnavailable });
}

const imageUnavailable: LocalizedText = localize('imageGone');

const startStep: Step<CreateInput> = {
  name: 'start',
  title: localize('startIt'),
  weight: 4,
  do: async (task) => {
    if (task.input.powerOn) await command(task, (engine, serverId) => engine.start(serverId));
  },
  undo: (task) => revert(task, (engine, serverId) => engine.stop(serverId, { graceful: false })),
};

/** From here on the server exists and is charged. */
const finishCreation: Step<CreateInput> = {
  name: 'handOver',
  title: localize('handOver'),
  weight: 1,
  do: async (task) => {
    const engineServer = await inspectServer(task);
    const { power, problem } = powerOf(engineServer);
    await task.write(async (ctx) => {
      await serverTables(ctx.db)
        .updateTable('server')
        .set({ state: 'live', host_id: engineServer.hostId })
        .where('id', '=', task.input.serverId)
        .where('state', '=', 'creating')
        .execute();
      await recordPower(ctx, task.input.serverId, power, problem);
    });
    if (problem) await warnAboutCrash(task);
  },
};

const warnAboutCrash = (task: CreateWork) =>
  task.warn(localize('create.warnCrashed.serverCreatedStartedBut'));

export const createTask: TaskType<CreateInput> = defineTask({
  type: 'server.create',
  usesDisk: true,
  tells: ({ source }) =>
    source.kind === 'server' ? serverNotifications.diskCloned : serverNotifications.created,
  title: (_input, target) => localize('createTask', { name: target.name }),
  input,
  isCancellable: true,
  steps: [reserve, makeDisks, startStep, finishCreation],
  explain: explainEngine,
});
