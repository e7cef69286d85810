import type * as z from 'zod';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import type { TaskNotification } from '../notify/notifications.ts';

/** Explains a failed step to the owner of the task. */
export interface Explanation {
  /** The problem, in plain language. */
  reason: LocalizedText;
  /** The remedy. */
  nextStep?: LocalizedText;
}

/** The context of a step. All its writes are rejected once the task was moved to another worker. */
export interface TaskContext<I> {
  readonly cmdId: number;
  readonly input: I;
  /** Acts on behalf of the user who started the task. `db` is the pool. Use `write` for writes. */
  readonly ctx: Context;
  /**
   * Aborts when the task is canceled, on shutdown, and when the task was moved to another worker.
   */
  readonly signal: AbortSignal;
  /** Adds a line to the task's log, which is visible to its owner. */
  log(entry: string | LocalizedText): Promise<void>;
  /**
   * Reports the progress of this step, 0–100. Stored and announced at most a few times a second.
   */
  progress(percent: number): void;
  /** Marks the task with a warning for its owner. The task continues. */
  warn(text: string | LocalizedText): Promise<void>;
  /**
   * Runs the work in a transaction that commits only if this worker still has the task. Otherwise
   * throws
   * `LeaseLost`.
   */
  write<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  /**
   * Runs several such transactions in parallel, each atomic. Settles when all have ended. Doesn't
   * extend the lease on the task, so call `write` between two calls of this.
   */
  writeAll(works: readonly ((ctx: Context) => Promise<void>)[]): Promise<void>;
}

/**
 * One step of a task. `do` and `undo` must both be idempotent. After a crash, the interrupted step
 * is run again from its start. `undo` is called for a step that is complete, partly complete, or
 * barely started.
 */
export interface Step<I> {
  /**
   * Unique within the task type. Progress is stored under it, so a renamed step must list its
   * `formerNames`.
   */
  name: string;
  /** Names under which older versions stored the step. */
  formerNames?: readonly string[];
  /** The title in the list of steps; defaults to the name. */
  title?: LocalizedText;
  /** Weight of this step in the overall progress, relative to the other steps. Default 1. */
  weight?: number;
  /**
   * The point of no return: the task can't be canceled once this step starts, and earlier steps
   * aren't undone once it is complete.
   */
  isFinal?: boolean;
  /**
   * Maximum attempts of `do` on transient errors. Default 5, with delays of 0.5, 1, 2, 4 … seconds.
   */
  attempts?: number;
  do(task: TaskContext<I>): Promise<void>;
  undo?(task: TaskContext<I>): Promise<void>;
}

/** A step that a task type had in an older version. */
export interface RetiredStep<I> {
  name: string;
  isFinal?: boolean;
  /** Undoes the effects of the step for tasks in progress. Omitted if there is nothing to undo. */
  undo?(task: TaskContext<I>): Promise<void>;
}

/** A type of long-running work, declared once. */
export interface TaskType<I> {
  /** Noun and verb: `server.create`. */
  type: string;
  /** The title of the task, shown as `commandInfo` in the queue. */
  title(input: I, target: TaskTarget): LocalizedText;
  /** Stored as JSON until the task has ended, then deleted. */
  input: z.ZodType<I>;
  steps: readonly Step<I>[];
  /**
   * Increased with every change to the input or steps, so that during an update an older program
   * leaves new tasks to a newer one. Default 1.
   */
  version?: number;
  /** Steps of older versions that tasks in progress could have begun. */
  retired?: readonly RetiredStep<I>[];
  /**
   * Converts the input of a task that an older version started to the current format. By default
   * unchanged.
   */
  upgradeInput?(input: unknown, version: number): unknown;
  /** Whether the owner can cancel the task. Default false. */
  isCancellable?: boolean;
  /**
   * Whether the task uses disk space (servers, disks, snapshots, images). Such tasks are rejected
   * with `diskReserveReached` if free space is below the reserve.
   */
  usesDisk?: boolean;
  /** The notification sent to the owner on success. A failure always sends one. */
  tells?(input: I): TaskNotification;
  /**
   * Whether an error is worth retrying, in addition to `RetryableError` and database outages, which
   * are always retried.
   */
  isTransient?(error: unknown): boolean;
  /** Describes an external error. User errors describe themselves. Null uses the generic text. */
  explain?(error: unknown): Explanation | null;
}

/** Any task type, for lists of them. */
export type AnyTaskType = TaskType<unknown>;

/**
 * The resource of a task. Its current name is stored, so that the queue stays readable after the
 * resource is deleted.
 */
export interface TaskTarget {
  /** The noun: `server`, `image`. */
  type: string;
  id: string;
  name: string;
}

/** The version of a task type. Defaults to 1. */
export const versionOf = ({ version = 1 }: AnyTaskType): number => version;

/** Declares a task type. Throws if two steps, current or former, have the same name. */
export function defineTask<I>(declaration: TaskType<I>): TaskType<I> {
  const names = [
    ...declaration.steps.flatMap(({ name, formerNames = [] }) => [name, ...formerNames]),
    ...(declaration.retired ?? []).map(({ name }) => name),
  ];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated)
    throw new Error(`The task type ${declaration.type} has two steps named ${repeated}.`);
  if (declaration.steps.length === 0)
    throw new Error(`The task type ${declaration.type} has no steps.`);
  return declaration;
}

/** Thrown if an external system is temporarily unavailable. The step is retried after a delay. */
export class RetryableError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'RetryableError';
  }
}

/**
 * Thrown if this attempt was presumed dead and another worker or none has the task, so that further
 * actions of this attempt must not take effect.
 */
export class LeaseLost extends Error {
  constructor(cmdId: number) {
    super(`Task ${cmdId} does not belong to this worker any more.`);
    this.name = 'LeaseLost';
  }
}

/** The abort reason of `signal`. */
export type StopReason = 'cancelled' | 'stopping' | 'lost';

export const taskStates = ['queued', 'running', 'undoing', 'done', 'failed', 'cancelled'] as const;
export type TaskState = (typeof taskStates)[number];
