import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { createTestDatabase } from '../testing/postgres.ts';
import { queueJobs } from './platformJobs.ts';
import type { TaskRunner } from './runner.ts';
import type { TaskType } from './task.ts';
import {
  calls,
  eventually,
  externalObjects,
  type Harness,
  openHarness,
  readTask,
  waitForTask,
} from './testing/harness.ts';
import { type SampleInput, sampleStep, sampleTask } from './testing/sampleTasks.ts';
import { defaultTiming } from './timing.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let harness: Harness;
const runners: TaskRunner[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  harness = await openHarness(database);
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const slow: SampleInput = { stepMs: 60_000 };
const before: TaskType<SampleInput> = sampleTask;
const next = (more: Partial<TaskType<SampleInput>>): TaskType<SampleInput> => ({
  ...sampleTask,
  version: 2,
  upgradeInput: (input) => ({ ...(input as SampleInput), stepMs: 1 }),
  ...more,
});

const run = async (type: TaskType<SampleInput>): Promise<TaskRunner> => {
  const runner = await harness.run({ types: [type as TaskType<unknown>] });
  runners.push(runner);
  return runner;
};

/** Starts a task of the old version that has completed its first step and is in its second. */
async function startInFlightTask(type = before): Promise<number> {
  const [, second] = type.steps;
  const cmdId = await harness.start({ type, input: {} });
  await harness.db
    .updateTable('task')
    .set({ input: JSON.stringify(slow) })
    .where('id', '=', cmdId)
    .execute();
  await sql`insert into outside (cmd_id, step) values (${cmdId}, ${type.steps[0]?.name})`.execute(
    harness.db,
  );
  await harness.db
    .updateTable('task_step')
    .set({ state: 'done', ended_at: new Date() })
    .where('task_id', '=', cmdId)
    .where('position', '=', 0)
    .execute();
  const old = await harness.run({ types: [type as TaskType<unknown>] });
  await eventually(
    () => calls(harness, cmdId),
    (recordedCalls) => recordedCalls.includes(`${second?.name} do`),
  );
  await old.stop();
  expect((await readTask(harness, cmdId)).state).toBe('running');
  return cmdId;
}

const steps = async (cmdId: number): Promise<string[]> =>
  (
    await harness.db
      .selectFrom('task_step')
      .select(['name', 'state'])
      .where('task_id', '=', cmdId)
      .orderBy('position')
      .execute()
  ).map(({ name, state }) => `${name} ${state}`);

test('a task continues with steps that were added, moved, or renamed, and repeats none', async () => {
  const cmdId = await startInFlightTask();
  await run(
    next({
      steps: [
        sampleStep('address'),
        sampleStep('card', { formerNames: ['network'] }),
        sampleStep('disks'),
        sampleStep('start'),
      ],
    }),
  );
  expect(await waitForTask(harness, cmdId)).toMatchObject({ state: 'done', version: 2, losses: 0 });
  expect(await calls(harness, cmdId)).toEqual(['network do', 'address do', 'card do', 'start do']);
  expect(await steps(cmdId)).toEqual(['address done', 'card done', 'disks done', 'start done']);
});

test('a removed step is undone when the new version fails, in the order in which it ran', async () => {
  const cmdId = await startInFlightTask();
  await run(
    next({
      steps: [sampleStep('network'), sampleStep('start')],
      retired: [sampleStep('disks')],
      upgradeInput: () => ({ failsAt: 'start', how: 'refusal' }),
    }),
  );
  expect(await waitForTask(harness, cmdId)).toMatchObject({ state: 'failed', is_stuck: false });
  expect(await calls(harness, cmdId)).toEqual([
    'network do',
    'network do',
    'start do',
    'start undo',
    'network undo',
    'disks undo',
  ]);
  expect(await externalObjects(harness, cmdId)).toEqual([]);
});

test('a removed step that was partly complete is undone before the task continues', async () => {
  const cmdId = await startInFlightTask();
  await run(
    next({
      steps: [sampleStep('disks'), sampleStep('start')],
      retired: [sampleStep('network')],
    }),
  );
  expect(await waitForTask(harness, cmdId)).toMatchObject({ state: 'done' });
  expect(await calls(harness, cmdId)).toEqual(['network do', 'network undo', 'start do']);
  expect(await externalObjects(harness, cmdId)).toEqual(['disks', 'start']);
});

test('a removed step that can’t be undone leaves the task to an operator', async () => {
  const cmdId = await startInFlightTask();
  await run(
    next({
      steps: [sampleStep('network'), sampleStep('start')],
      upgradeInput: () => ({ failsAt: 'start', how: 'refusal' }),
    }),
  );
  expect(await waitForTask(harness, cmdId)).toMatchObject({ is_stuck: true });
  expect(await externalObjects(harness, cmdId)).toEqual(['disks']);
});

test('a task whose input the new version can’t read is given up and not lost', async () => {
  const cmdId = await startInFlightTask();
  const runner = await harness.run({
    types: [
      next({ input: z.object({ size: z.int() }) as never, upgradeInput: (input) => input }),
    ] as never,
    timing: { maxLosses: 1 },
  });
  runners.push(runner);
  expect(await waitForTask(harness, cmdId)).toMatchObject({ is_stuck: true });
});

test('during an update, an old worker leaves a new task to a new worker', async () => {
  const type = next({ steps: [sampleStep('disks'), sampleStep('start')] });
  await run(before);
  const cmdId = await harness.start({ type, input: {} });
  const released = await eventually(
    () => readTask(harness, cmdId),
    (task) => task.attempt > 0 && task.worker_id === null,
  );
  expect(released).toMatchObject({ losses: 0, completed_at: null });
  expect(await calls(harness, cmdId)).toEqual([]);
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await run(type);
  expect(await waitForTask(harness, cmdId, 20_000)).toMatchObject({ state: 'done', losses: 0 });
  expect(await calls(harness, cmdId)).toEqual(['disks do', 'start do']);
});

test('wake-ups that the queue library gave up on are deleted through its own interface', async () => {
  const countOf = async () =>
    (
      await sql<{ count: number }>`select count(*) as count from graphile_worker.jobs`.execute(
        harness.db,
      )
    ).rows[0]?.count ?? 0;
  const countBefore = await countOf();
  const { rows } = await sql<{
    id: string;
  }>`select id from graphile_worker.add_job('task', '{"resource":"gone"}', max_attempts => 1)`.execute(
    harness.db,
  );
  await sql`select graphile_worker.permanently_fail_jobs(array[${rows[0]?.id}]::bigint[], 'no worker')`.execute(
    harness.db,
  );
  expect(await countOf()).toBe(countBefore + 1);
  const cleanupJob = queueJobs(defaultTiming).find(({ name }) => name === 'task.tidy');
  await cleanupJob?.run(harness.owner);
  expect(await countOf()).toBe(countBefore);
});
