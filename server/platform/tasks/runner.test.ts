import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withDb } from '../http/callContext.ts';
import { createTestDatabase } from '../testing/postgres.ts';
import { cancelTask } from './cancelTask.ts';
import type { TaskRunner } from './runner.ts';
import { startTask } from './startTask.ts';
import {
  calls,
  eventually,
  externalObjects,
  type Harness,
  openHarness,
  readTask,
  stepStates,
  waitForTask,
} from './testing/harness.ts';
import { finalTask, sampleTask } from './testing/sampleTasks.ts';

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

const run = async (...options: Parameters<Harness['run']>): Promise<TaskRunner> => {
  const runner = await harness.run(...options);
  runners.push(runner);
  return runner;
};

const logOf = async (cmdId: number): Promise<string> => {
  const rows = await harness.db
    .selectFrom('task_log')
    .select('entry')
    .where('task_id', '=', cmdId)
    .orderBy('id')
    .execute();
  return JSON.stringify(rows.map((row) => row.entry));
};

test('a task created before the first worker runs to completion, and its input is deleted', async () => {
  const cmdId = await harness.start({ input: { stepMs: 1 } });
  await run();
  expect(await waitForTask(harness, cmdId)).toMatchObject({
    state: 'done',
    exit_code: 0,
    progress: 100,
    input: null,
    attempt: 1,
    warn: null,
  });
  expect(await externalObjects(harness, cmdId)).toEqual(['disks', 'network']);
  expect(await stepStates(harness, cmdId)).toEqual(['done', 'done']);
});

test('a rolled-back call creates neither a task nor a notification', async () => {
  await run();
  const before = await sql<{
    jobs: number;
  }>`select count(*) as jobs from graphile_worker.jobs`.execute(harness.db);
  const task = {
    input: {},
    target: { type: 'sample', id: 'x', name: 'x' },
    resource: 'rolled-back',
    siteId: harness.owner.site.id,
    ownerId: harness.owner.actor?.userId ?? '',
  };
  const rejected = harness.services.database.db.transaction().execute(async (transaction) => {
    await startTask(withDb(harness.owner, transaction), sampleTask, task);
    throw new Error('refused after all');
  });
  await expect(rejected).rejects.toThrow('refused after all');
  expect(
    await harness.db
      .selectFrom('task')
      .select('id')
      .where('resource', '=', 'rolled-back')
      .execute(),
  ).toEqual([]);
  expect(
    await sql`select count(*) as jobs from graphile_worker.jobs`.execute(harness.db),
  ).toMatchObject({ rows: before.rows });
});

test('rejects input that doesn’t match the type’s declaration', async () => {
  await expect(harness.start({ input: { stepMs: 'long' as unknown as number } })).rejects.toThrow(
    /stepMs/,
  );
});

test('tasks of one resource run one after the other in order, and those of other resources in parallel', async () => {
  // Without the periodic sweep, each task must wake the next one itself.
  await run({ timing: { reapEverySeconds: 60 } });
  const line = await Promise.all(
    [1, 2, 3, 4].map(() => harness.start({ resource: 'one', input: { stepMs: 10 } })),
  );
  const parallelTaskId = await harness.start({ resource: 'two', input: { stepMs: 10 } });
  const sortedIds = [...line].sort((a, b) => a - b);
  await Promise.all([...line, parallelTaskId].map((cmdId) => waitForTask(harness, cmdId)));
  const { rows } = await sql<{
    cmd_id: number;
  }>`select cmd_id from call where cmd_id = any(${line}::bigint[]) order by id`.execute(harness.db);
  expect(rows.map((row) => row.cmd_id)).toEqual(sortedIds.flatMap((cmdId) => [cmdId, cmdId]));
  const first = await readTask(harness, sortedIds[0] ?? 0);
  const last = await readTask(harness, sortedIds.at(-1) ?? 0);
  const parallelTask = await readTask(harness, parallelTaskId);
  expect(parallelTask.executed_at?.getTime()).toBeLessThan(last.executed_at?.getTime() ?? 0);
  expect(first.completed_at).not.toBeNull();
});

test.each(['disks', 'network'])(
  'a failure at step %s is undone, with the reason in both languages',
  async (failingStep) => {
    await run();
    const cmdId = await harness.start({ input: { failsAt: failingStep, how: 'refusal' } });
    expect(await waitForTask(harness, cmdId)).toMatchObject({
      state: 'failed',
      exit_code: 1,
      is_stuck: false,
      failure: { step: failingStep, reasons: [{ name: 'serverLimit' }] },
    });
    expect(await externalObjects(harness, cmdId)).toEqual([]);
    expect((await calls(harness, cmdId)).filter((call) => call.endsWith('undo'))).toEqual(
      failingStep === 'disks' ? ['disks undo'] : ['network undo', 'disks undo'],
    );
    expect(await logOf(cmdId)).toMatch(/up to 10 servers.*אפשר ליצור עד 10/);
  },
);

test('the details of a program error are only in the operator’s log', async () => {
  await run();
  const cmdId = await harness.start({ input: { failsAt: 'network', how: 'defect' } });
  const task = await waitForTask(harness, cmdId);
  expect(JSON.stringify(task.failure) + (await logOf(cmdId))).not.toContain('secret detail');
});

test('a step with a transient error is retried, and the task continues', async () => {
  await run();
  const cmdId = await harness.start({ input: { failsAt: 'disks', how: 'transient', times: 3 } });
  expect(await waitForTask(harness, cmdId)).toMatchObject({ state: 'done', exit_code: 0 });
  expect(await calls(harness, cmdId)).toEqual([
    'disks do',
    'disks do',
    'disks do',
    'disks do',
    'network do',
  ]);
});

test('a step that keeps failing is abandoned after its retries', async () => {
  await run();
  const cmdId = await harness.start({ input: { failsAt: 'disks', how: 'transient' } });
  expect(await waitForTask(harness, cmdId)).toMatchObject({ state: 'failed', exit_code: 1 });
  expect((await calls(harness, cmdId)).filter((call) => call === 'disks do')).toHaveLength(5);
});

test('an undo that keeps failing ends the task as stuck, with a warning and an audit event', async () => {
  await run();
  const cmdId = await harness.start({
    input: { failsAt: 'network', how: 'refusal', undoFailsAt: 'network' },
    resource: 'stuck',
  });
  const next = await harness.start({ resource: 'stuck' });
  expect(await waitForTask(harness, cmdId)).toMatchObject({
    state: 'failed',
    exit_code: 1,
    is_stuck: true,
    warn: { en: expect.stringContaining('couldn’t be undone') },
  });
  expect((await calls(harness, cmdId)).filter((call) => call === 'network undo')).toHaveLength(3);
  const record = await harness.db
    .selectFrom('audit_entry')
    .select(['outcome', 'detail'])
    .where('operation', '=', 'task.stuck')
    .execute();
  expect(record).toEqual([{ outcome: 'failed', detail: { cmdId, type: 'sample.make' } }]);
  expect(await waitForTask(harness, next)).toMatchObject({ state: 'done' });
});

test('a failure after the point of no return undoes nothing before it and requests help', async () => {
  await run();
  const cmdId = await harness.start({
    type: finalTask,
    input: { failsAt: 'forget', how: 'refusal' },
  });
  expect(await waitForTask(harness, cmdId)).toMatchObject({ state: 'failed', is_stuck: true });
  expect((await calls(harness, cmdId)).filter((call) => call.endsWith('undo'))).toEqual([
    'forget undo',
  ]);
  expect(await stepStates(harness, cmdId)).toEqual(['done', 'done', 'undone']);
});

const cancel = (cmdId: number): Promise<void> =>
  harness.services.database.db
    .transaction()
    .execute((transaction) => cancelTask(withDb(harness.owner, transaction), cmdId));

test('a canceled running task stops immediately and is undone', async () => {
  await run();
  const cmdId = await harness.start({ input: { stepMs: 60_000 } });
  await eventually(
    () => calls(harness, cmdId),
    (recordedCalls) => recordedCalls.length === 1,
  );
  await cancel(cmdId);
  expect(await waitForTask(harness, cmdId)).toMatchObject({
    state: 'cancelled',
    exit_code: 2,
    failure: null,
  });
  expect(await externalObjects(harness, cmdId)).toEqual([]);
  await expect(cancel(cmdId)).rejects.toMatchObject({
    reasons: [
      { name: 'taskNotCancellable', values: { problem: { en: 'The task has already ended.' } } },
    ],
  });
});

test('a canceled waiting task never starts, and the next task of its resource does', async () => {
  const cmdId = await harness.start({ resource: 'waiting' });
  const next = await harness.start({ resource: 'waiting' });
  await cancel(cmdId);
  expect(await readTask(harness, cmdId)).toMatchObject({
    state: 'cancelled',
    exit_code: 2,
    executed_at: null,
  });
  await run();
  expect(await waitForTask(harness, next)).toMatchObject({ state: 'done' });
  expect(await calls(harness, cmdId)).toEqual([]);
});

test('a task past its point of no return can’t be canceled', async () => {
  await run();
  const cmdId = await harness.start({ type: finalTask, input: { stepMs: 100 } });
  await eventually(
    () => calls(harness, cmdId),
    (recordedCalls) => recordedCalls.includes('erase do'),
  );
  await expect(cancel(cmdId)).rejects.toMatchObject({
    reasons: [{ values: { problem: { en: expect.stringContaining('too late to cancel') } } }],
  });
  expect(await waitForTask(harness, cmdId)).toMatchObject({ state: 'done' });
});

test('shutdown passes a long step to the next worker', async () => {
  const first = await run();
  const cmdId = await harness.start({ input: { stepMs: 60_000 } });
  await eventually(
    () => calls(harness, cmdId),
    (recordedCalls) => recordedCalls.length === 1,
  );
  await first.stop();
  runners.length = 0;
  expect(await readTask(harness, cmdId)).toMatchObject({
    state: 'running',
    worker_id: null,
    losses: 0,
  });
  await run();
  await eventually(
    () => calls(harness, cmdId),
    (recordedCalls) => recordedCalls.length === 2,
  );
  await cancel(cmdId);
  await waitForTask(harness, cmdId);
});

test('a type unknown to this worker is left to others and eventually abandoned', async () => {
  await run({ timing: { leaseMs: 1500, maxLosses: 1 } });
  const cmdId = await harness.start({ type: { ...sampleTask, type: 'sample.unknown' } });
  expect(await waitForTask(harness, cmdId)).toMatchObject({ state: 'failed', is_stuck: true });
});

test('every state and progress update is announced to users who can see the task', async () => {
  const receivedEvents: unknown[][] = [];
  const stop = harness.services.events.subscribe(
    (event) =>
      event.topic === 'task' &&
      receivedEvents.push([event.id, event.ownerId, event.data?.state, event.data?.progress]),
  );
  await run();
  const cmdId = await harness.start();
  await eventually(
    async () => receivedEvents.length,
    () => receivedEvents.some(([id, , state]) => id === String(cmdId) && state === 'done'),
  );
  stop();
  const mine = [String(cmdId), harness.owner.actor?.userId];
  // The last event of an earlier test's task can arrive late.
  expect(receivedEvents.filter(([id]) => id === String(cmdId))).toEqual([
    [...mine, 'queued', 0],
    [...mine, 'running', 0],
    [...mine, 'running', 75],
    [...mine, 'running', 99],
    [...mine, 'done', 100],
  ]);
});
