import * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { ComputeEngine } from '../../../../../drivers/compute/port.ts';
import {
  defineTask,
  type Step,
  type TaskContext,
  type TaskType,
} from '../../../../../server/platform/tasks/task.ts';
import { localize } from '../../texts/localize.ts';
import { powerOf } from '../engine/engine.ts';
import type { PowerVerb } from '../rules/power.ts';
import { command, explainEngine, recordEngineState, recordPowerState } from './serverTask.ts';

const input = z.strictObject({
  serverId: z.uuid(),
  /** Cuts the power instead of shutting down the guest. */
  force: z.boolean(),
});
export type PowerInput = z.output<typeof input>;
type PowerTaskContext = TaskContext<PowerInput>;

const titles: Record<PowerVerb, (name: string) => LocalizedText> = {
  start: (name) => localize('start', { name }),
  stop: (name) => localize('stop', { name }),
  reboot: (name) => localize('reboot', { name }),
  suspend: (name) => localize('suspend', { name }),
  resume: (name) => localize('resume', { name }),
};

async function stop(engine: ComputeEngine, task: PowerTaskContext): Promise<void> {
  const { forced } = await engine.stop(task.input.serverId, {
    graceful: !task.input.force,
    signal: task.signal,
  });
  if (forced && !task.input.force) {
    await task.warn(localize('power.stop.guestDidntShutDown'));
  }
}

const verbs: Record<PowerVerb, (engine: ComputeEngine, task: PowerTaskContext) => Promise<void>> = {
  start: (engine, { input: { serverId } }) => engine.start(serverId),
  stop,
  reboot: (engine, { input: { serverId } }) => engine.reboot(serverId),
  suspend: (engine, { input: { serverId } }) => engine.suspend(serverId),
  resume: (engine, { input: { serverId } }) => engine.resume(serverId),
};

/**
 * The engine's power actions do nothing when the server is already in the target state. The
 * resulting state is then read back and stored with its price.
 */
function powerTask(verb: PowerVerb): TaskType<PowerInput> {
  const powerStep: Step<PowerInput> = {
    name: verb,
    title: titles[verb](''),
    weight: 9,
    do: (task) => command(task, (engine) => verbs[verb](engine, task)),
    // After a partial failure, the row must match the state of the engine.
    undo: recordEngineState,
  };
  const record: Step<PowerInput> = {
    name: 'record',
    title: localize('power.record.saving'),
    weight: 1,
    do: async (task) => {
      const engineServer = await recordPowerState(task);
      const { problem } = powerOf(engineServer);
      if (problem && verb !== 'stop')
        throw userError('serverEngineRefused', { problem: endedMessage(problem.detail) });
    },
  };
  return defineTask({
    type: `server.${verb}`,
    title: (_input, target) => titles[verb](target.name),
    input,
    steps: [powerStep, record],
    explain: explainEngine,
  });
}

const endedMessage = (detail: string): LocalizedText =>
  detail === '' ? localize('power.ended') : localize('power.endedWithDetail', { detail });

export const powerTasks: Record<PowerVerb, TaskType<PowerInput>> = {
  start: powerTask('start'),
  stop: powerTask('stop'),
  reboot: powerTask('reboot'),
  suspend: powerTask('suspend'),
  resume: powerTask('resume'),
};
