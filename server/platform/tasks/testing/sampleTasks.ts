import { sql } from 'kysely';
import * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Database } from '../../database/database.ts';
import { portalRole } from '../../database/rowSecurity/roles.ts';
import {
  type AnyTaskType,
  defineTask,
  RetryableError,
  type Step,
  type TaskContext,
} from '../task.ts';

/**
 * Creates the tables for test tasks. `outside` simulates an external system and contains its
 * objects, and `call` records every call to that system. Both are written outside of the task's
 * transaction, as with a hypervisor.
 */
export async function createOutsideTable(db: Database): Promise<void> {
  await sql`create table if not exists outside (cmd_id bigint, step text, primary key (cmd_id, step))`.execute(
    db,
  );
  await sql`create table if not exists call (id bigint generated always as identity, cmd_id bigint, step text, verb text, at timestamptz default clock_timestamp())`.execute(
    db,
  );
  await sql`grant select, insert, update, delete on outside, call to ${sql.raw(portalRole)}`.execute(
    db,
  );
}

const input = z.object({
  /** The step that fails. */
  failsAt: z.string().optional(),
  how: z.enum(['refusal', 'defect', 'transient']).optional(),
  /** How many times the failing step fails before it succeeds. If omitted, it always fails. */
  times: z.int().optional(),
  undoFailsAt: z.string().optional(),
  /** The duration of each step, in ms, unless it is stopped. */
  stepMs: z.int().optional(),
});
export type SampleInput = z.infer<typeof input>;

async function recordCall(
  task: TaskContext<SampleInput>,
  step: string,
  verb: string,
): Promise<number> {
  const { db } = task.ctx;
  await sql`insert into call (cmd_id, step, verb) values (${task.cmdId}, ${step}, ${verb})`.execute(
    db,
  );
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from call where cmd_id = ${task.cmdId} and step = ${step} and verb = ${verb}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

function failWithKind(outcome: SampleInput['how']): never {
  if (outcome === 'refusal') throw userError('serverLimit', { max: 10, given: 11 });
  if (outcome === 'transient') throw new RetryableError('the engine is away');
  throw new TypeError('secret detail of the program');
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('stopped'));
    });
  });
}

export function sampleStep(name: string, more: Partial<Step<SampleInput>> = {}): Step<SampleInput> {
  return {
    name,
    title: { en: `Step ${name}`, he: `שלב ${name}`, ar: `Step ${name}` },
    async do(task) {
      const count = await recordCall(task, name, 'do');
      if (task.input.stepMs) await wait(task.input.stepMs, task.signal);
      await sql`insert into outside (cmd_id, step) values (${task.cmdId}, ${name}) on conflict do nothing`.execute(
        task.ctx.db,
      );
      if (task.input.failsAt === name && count <= (task.input.times ?? Number.POSITIVE_INFINITY))
        failWithKind(task.input.how);
    },
    async undo(task) {
      await recordCall(task, name, 'undo');
      if (task.input.undoFailsAt === name) throw new Error('cannot be undone');
      await sql`delete from outside where cmd_id = ${task.cmdId} and step = ${name}`.execute(
        task.ctx.db,
      );
    },
    ...more,
  };
}

const title = (_input: SampleInput, target: { name: string }) => ({
  en: `Try ${target.name}`,
  he: `ניסיון של ${target.name}`,
  ar: `Try ${target.name}`,
});

export const sampleTask = defineTask<SampleInput>({
  type: 'sample.make',
  title,
  input,
  isCancellable: true,
  steps: [sampleStep('disks', { weight: 3 }), sampleStep('network')],
});

/** A task whose second step can't be undone. */
export const finalTask = defineTask<SampleInput>({
  type: 'sample.destroy',
  title,
  input,
  isCancellable: true,
  steps: [sampleStep('detach'), sampleStep('erase', { isFinal: true }), sampleStep('forget')],
});

export const sampleTypes: readonly AnyTaskType[] = [sampleTask, finalTask];
