import type * as z from 'zod';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import type { TaskNotification } from '../notify/notifications.ts';

/** The failure of a step, for the owner of the task. */
export interface Explanation {
  /** The problem, in plain language. */
  reason: LocalizedText;
  /** The remedy. */
  nextStep?: LocalizedText;
}

/** The context of a step. All its writes are rejected after the task went to another worker. */
export interface TaskContext<I> {
  readonly cmdId: number;
  readonly input: I;
  /**
   * Acts on behalf of the user who started the task; `db` is the pool. Writes belong in `write`.
   */
  readonly ctx: Context;
  /** Aborts when the task is canceled, at shutdown, and when the task went to another worker. */
  readonly signal: AbortSignal;
  /** Adds a line to the task's log, which its owner reads. */
  log(entry: string | LocalizedText): Promise<void>;
  /** How far this step is, 0–100. Written and announced a few times a second at most. */
  progress(percent: number): void;
  /** Marks the task with a warning for its owner. The task continues. */
  warn(text: string | LocalizedText): Promise<void>;
  /**
   * Runs the work in a transaction that commits only if the task is still this worker's; throws
   * `LeaseLost` otherwise.
   */
  write<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
  /**
   * Several such transactions side by side, each written whole or not at all; settles when all have
   * ended. The hold on the task is as long as it was before: a `write` between two of these keeps
   * it.
   */
  writeAll(works: readonly ((ctx: Context) => Promise<void>)[]): Promise<void>;
}

/**
 * One step of a task. `do` and `undo` are both idempotent: after a crash the step that was being
 * done is done again from its start, and undo is called for a step that was done, half done or
 * hardly begun.
 */
export interface Step<I> {
  /** Unique in the task type. Progress is stored by it: a renamed step keeps its `formerNames`. */
  name: string;
  /** Names under which older versions stored the step. */
  formerNames?: readonly string[];
  /** The title in the list of steps; defaults to the name. */
  title?: LocalizedText;
  /** Share of the whole progress, against the other steps. Default 1. */
  weight?: number;
  /**
   * The point of no return: once this step starts the task can't be canceled, and once it is done
   * no earlier step is undone.
   */
  isFinal?: boolean;
  /**
   * How often `do` is tried on transient errors. Default 5, with pauses of 0.5, 1, 2, 4 … seconds.
   */
  attempts?: number;
  do(task: TaskContext<I>): Promise<void>;
  undo?(task: TaskContext<I>): Promise<void>;
}

/** A step that a task type had in an older version. */
export interface RetiredStep<I> {
  name: string;
  isFinal?: boolean;
  /** Undoes what tasks in progress did in it. Left out if there is nothing to undo. */
  undo?(task: TaskContext<I>): Promise<void>;
}

/** A kind of long work, declared once. */
export interface TaskType<I> {
  /** Noun and verb: `server.create`. */
  type: string;
  /** The title of the task: the queue's `commandInfo`. */
  title(input: I, target: TaskTarget): LocalizedText;
  /** Stored as JSON until the task has ended, then deleted. */
  input: z.ZodType<I>;
  steps: readonly Step<I>[];
  /**
   * Raised with every change of the input or the steps, so that during an update an older program
   * leaves new tasks to a newer one. Default 1.
   */
  version?: number;
  /** Steps of older versions that tasks in progress may have begun. */
  retired?: readonly RetiredStep<I>[];
  /** The input of a task that an older version started, in today's form. Default: unchanged. */
  upgradeInput?(input: unknown, version: number): unknown;
  /** Whether its owner can cancel it. Default false. */
  isCancellable?: boolean;
  /**
   * It uses disk space (servers, disks, snapshots, images): rejected with `diskReserveReached`
   * while less than the reserve is free.
   */
  usesDisk?: boolean;
  /** The notification sent to its owner on success. A failure always sends one. */
  tells?(input: I): TaskNotification;
  /**
   * Whether an error is worth a retry, in addition to `RetryableError` and database outages, which
   * always are.
   */
  isTransient?(error: unknown): boolean;
  /** Describes an external error. User errors describe themselves; null uses the general text. */
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

/** The version of a type of task; 1 unless it declares another. */
export const versionOf = ({ version = 1 }: AnyTaskType): number => version;

/** Declares a kind of task. Throws when two steps, of today or of before, have one name. */
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

/** An external system is temporarily unavailable: the step is retried after a pause. */
export class RetryableError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'RetryableError';
  }
}

/**
 * The task was presumed dead here and belongs to another worker or none, so further actions of this
 * one must not count.
 */
export class LeaseLost extends Error {
  constructor(cmdId: number) {
    super(`Task ${cmdId} does not belong to this worker any more.`);
    this.name = 'LeaseLost';
  }
}

/** The reason of an aborted `signal`. */
export type StopReason = 'cancelled' | 'stopping' | 'lost';

export const taskStates = ['queued', 'running', 'undoing', 'done', 'failed', 'cancelled'] as const;
export type TaskState = (typeof taskStates)[number];
