import * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import {
  type AnyTaskType,
  defineTask,
  type TaskType,
} from '../../../../server/platform/tasks/task.ts';
import { localize } from '../texts/localize.ts';
import { cancelServiceletRun, runServicelet } from './run.ts';
import type { End } from './store.ts';

const input = z.strictObject({ serviceletId: z.uuid(), title: z.string() });
export type ServiceletInput = z.output<typeof input>;

/**
 * Queue for the scripts of a server, which run one after another, in parallel with tasks of the
 * server itself.
 */
export const queueOf = (serverId: string): string => `servicelet:${serverId}`;

/** Throws the user error of a failed run. */
export function requireDone(end: End): void {
  if (end.state === 'done') return;
  throw userError('serviceletFailed', { problem: end.problem ?? endedMessage(end.exitCode) });
}

const endedMessage = (code: number | null): LocalizedText =>
  localize('ended', { code: String(code) });

export const serviceletTask: TaskType<ServiceletInput> = defineTask({
  type: 'servicelet.run',
  title: ({ title }, { name }) => localize('serviceletTask', { title, name }),
  input,
  isCancellable: true,
  steps: [
    {
      name: 'run',
      title: localize('task.steps.runningServer'),
      do: async (task) => requireDone(await runServicelet(task, task.input.serviceletId)),
      undo: (task) => cancelServiceletRun(task, task.input.serviceletId),
    },
  ],
});

export const serviceletTasks = [serviceletTask] as unknown as readonly AnyTaskType[];
