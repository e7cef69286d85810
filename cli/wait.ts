import { setTimeout as sleep } from 'node:timers/promises';
import { callPortal } from './call.ts';
import type { Profile } from './config.ts';

/** A task failed or did not finish in time. Exits with 3. */
export class TaskError extends Error {}

interface Task {
  id: number;
  commandInfo: string;
  progress: number;
  exitCode: number | null;
  failure: { reason: string; nextStep: string } | null;
}

const followTask = { method: 'GET', path: '/queue/command/{id}', changes: false, isFile: false };
const pollMs = 1000;

/** The IDs of the tasks that a call started, anywhere in its response. */
export function tasksIn(answer: unknown): number[] {
  const found = new Set<number>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (name === 'cmdId' && typeof inner === 'number') found.add(inner);
        else visit(inner);
      }
    }
  };
  visit(answer);
  return [...found];
}

/** Waits until tasks finish. Throws `TaskError` if one fails or the timeout is reached. */
export async function waitForTasks(
  profile: Profile,
  ids: readonly number[],
  seconds: number,
  report: (line: string) => void,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  const open = new Map(ids.map((id) => [id, '']));
  const failures: string[] = [];
  while (open.size > 0) {
    for (const [id, before] of open) {
      const task = (await callPortal(profile, followTask, { params: { id: String(id) } })) as Task;
      const line =
        task.exitCode === null
          ? `${task.commandInfo}: ${task.progress} %`
          : `${task.commandInfo}: ${endOf(task)}`;
      if (line !== before) report(line);
      if (task.exitCode === null) open.set(id, line);
      else open.delete(id);
      if (task.exitCode !== null && task.exitCode !== 0)
        failures.push(
          `${task.commandInfo}: ${task.failure ? `${task.failure.reason} ${task.failure.nextStep}` : endOf(task)}`,
        );
    }
    if (open.size > 0 && performance.now() > deadline)
      throw new TaskError(
        `Still running after ${seconds} seconds: ${[...open.keys()].join(', ')}.`,
      );
    if (open.size > 0) await sleep(pollMs);
  }
  if (failures.length > 0) throw new TaskError(failures.join('\n'));
}

const endOf = ({ exitCode }: Task): string =>
  exitCode === 0 ? 'done' : exitCode === 2 ? 'canceled' : 'failed';
