import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Reason } from '../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Database } from '../database/database.ts';
import type { PlatformTables } from '../database/tables.ts';
import type { Explanation, Step, TaskState } from './task.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string, string>;

/** A log line, either in one language or, if the portal wrote it, in all languages. */
export type StoredText = string | LocalizedText;

/** The stored reason for a failed task. Codes are translated when they are read. */
export interface StoredFailure {
  step: string;
  reasons?: Reason[];
  explanation?: Explanation;
}

/**
 * The tables of the task queue. Only the queue slice reads them directly. Other folders use the
 * `taskStore` functions.
 */
export type TaskTables = {
  task: TaskTable;
  task_step: TaskStepTable;
  task_log: TaskLogTable;
  task_worker: TaskWorkerTable;
  chore: PeriodicJobTable;
};

export interface TaskTable {
  id: Generated<number>;
  type: string;
  version: Generated<number>;
  title: Json<LocalizedText>;
  input: Json<unknown> | null;
  target_type: string;
  target_id: string;
  target_name: string;
  resource: string;
  site_id: string;
  owner_id: string;
  created_by: string | null;
  on_behalf_of: string | null;
  language: string;
  ip: Generated<string>;
  request_id: Generated<string>;
  state: Generated<TaskState>;
  is_cancellable: boolean;
  progress: Generated<number>;
  exit_code: number | null;
  warn: Json<StoredText> | null;
  failure: Json<StoredFailure> | null;
  is_stuck: Generated<boolean>;
  cancel_requested_at: Date | null;
  cancel_requested_by: string | null;
  attempt: Generated<number>;
  losses: Generated<number>;
  worker_id: string | null;
  lease_until: Date | null;
  not_before: Stamp;
  created_at: Stamp;
  executed_at: Date | null;
  completed_at: Date | null;
}

export type StepState = 'pending' | 'running' | 'done' | 'failed' | 'undone';

export interface TaskStepTable {
  task_id: number;
  position: number;
  name: string;
  title: Json<StoredText>;
  weight: number;
  state: Generated<StepState>;
  is_final: boolean;
  started_at: Date | null;
  ended_at: Date | null;
}

/** The row of a step that hasn't started. */
export const stepRow = (taskId: number, step: Step<unknown>, position: number) => ({
  task_id: taskId,
  position,
  name: step.name,
  title: JSON.stringify(step.title ?? step.name),
  weight: step.weight ?? 1,
  is_final: step.isFinal ?? false,
});

export interface TaskLogTable {
  id: Generated<number>;
  task_id: number;
  at: Stamp;
  entry: Json<StoredText>;
}

export interface TaskWorkerTable {
  id: string;
  machine: string;
  pid: number;
  pid_started: Generated<string>;
  pool_id: string | null;
  started_at: Stamp;
  seen_at: Stamp;
}

export interface PeriodicJobTable {
  name: string;
  due_at: Date;
  worker_id: string | null;
  lease_until: Date | null;
  ran_at: Date | null;
  runs: Generated<number>;
  problem: string | null;
}

export type TaskDatabase = Kysely<PlatformTables & TaskTables>;

export const withTaskTables = (db: Database): TaskDatabase => db.withTables<TaskTables>();
