import type { ChildProcess } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { createTestDatabase } from '../testing/postgres.ts';
import type { TaskRunner } from './runner.ts';
import { listStopPoints, requireTestForStopPoint } from './stopPoints.ts';
import { spawnWorker, waitForExit, waitUntilReady } from './testing/childWorker.ts';
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
import { sampleTask } from './testing/sampleTasks.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let harness: Harness;
const children: ChildProcess[] = [];
const runners: TaskRunner[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  harness = await openHarness(database);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const spawnChild = (stopAt?: string): ChildProcess => {
  const started = spawnWorker(database.url, stopAt);
  children.push(started);
  return started;
};
const run = async (...options: Parameters<Harness['run']>): Promise<void> =>
  void runners.push(await harness.run(...options));

const stopPoints = listStopPoints([sampleTask]);

test('every step of a type has its kill points', () => {
  expect(stopPoints).toHaveLength(12);
  expect(stopPoints).toContain('sample.make:network:undoMark');
});

test.each(stopPoints.filter((point) => !point.includes(':undo')))(
  'killed at %s, the task is completed once by the next worker, immediately',
  async (point) => {
    const cmdId = await harness.start();
    expect(await waitForExit(spawnChild(point))).toBe('SIGKILL');
    expect(await readTask(harness, cmdId)).toMatchObject({ completed_at: null });
    await run({ timing: { leaseMs: 60_000 } });
    expect(await waitForTask(harness, cmdId)).toMatchObject({
      state: 'done',
      exit_code: 0,
      attempt: 2,
    });
    expect(await externalObjects(harness, cmdId)).toEqual(['disks', 'network']);
    const [, step, moment] = point.split(':');
    const expected = ['disks do', 'network do'].flatMap((call) =>
      call.startsWith(`${step} `) && moment === 'after' ? [call, call] : [call],
    );
    expect(await calls(harness, cmdId)).toEqual(expected);
  },
);

test.each(stopPoints.filter((point) => point.includes(':undo')))(
  'killed at %s, a failed task is undone once by the next worker',
  async (point) => {
    const cmdId = await harness.start({ input: { failsAt: 'network', how: 'refusal' } });
    expect(await waitForExit(spawnChild(point))).toBe('SIGKILL');
    await run({ timing: { leaseMs: 60_000 } });
    expect(await waitForTask(harness, cmdId)).toMatchObject({
      state: 'failed',
      exit_code: 1,
      is_stuck: false,
      attempt: 2,
    });
    expect(await externalObjects(harness, cmdId)).toEqual([]);
    expect(await stepStates(harness, cmdId)).toEqual(['undone', 'undone']);
    expect((await calls(harness, cmdId)).filter((call) => call === 'network do')).toHaveLength(1);
  },
);

test('a worker frozen beyond its lease finds its task completed by another and writes nothing', async () => {
  const suspendedWorker = spawnChild();
  await waitUntilReady(suspendedWorker);
  const cmdId = await harness.start({ input: { stepMs: 300 } });
  await eventually(
    () => calls(harness, cmdId),
    (recordedCalls) => recordedCalls.length === 1,
  );
  suspendedWorker.kill('SIGSTOP');
  await run();
  const task = await waitForTask(harness, cmdId);
  expect(task).toMatchObject({ state: 'done', attempt: 2 });
  const callsBefore = await calls(harness, cmdId);
  const readLog = async () => {
    const log = await harness.db
      .selectFrom('task_log')
      .select('id')
      .where('task_id', '=', cmdId)
      .orderBy('id')
      .execute();
    return { task: await readTask(harness, cmdId), states: await stepStates(harness, cmdId), log };
  };
  const before = await readLog();
  suspendedWorker.kill('SIGCONT');
  // The worker has resumed once it has registered again.
  await eventually(
    () =>
      harness.db
        .selectFrom('task_worker')
        .select('pid')
        .where('pid', '=', suspendedWorker.pid ?? 0)
        .where('seen_at', '>', task.completed_at)
        .execute(),
    (rows) => rows.length === 1,
  );
  const other = await harness.start();
  await waitForTask(harness, other);
  expect(await readLog()).toEqual(before);
  expect(await calls(harness, cmdId)).toEqual(callsBefore);
});

test('a task whose worker disappeared with its machine is released when its lease expires', async () => {
  await run();
  const cmdId = await harness.start({ input: { stepMs: 60_000 } });
  await eventually(
    () => calls(harness, cmdId),
    (recordedCalls) => recordedCalls.length === 1,
  );
  await sql`update task set worker_id = null where id = ${cmdId}`.execute(harness.db);
  const otherWorkerId = crypto.randomUUID();
  await harness.db
    .insertInto('task_worker')
    .values({ id: otherWorkerId, machine: 'another', pid: 1, pool_id: null })
    .execute();
  await sql`update task set worker_id = ${otherWorkerId}, attempt = attempt + 1, lease_until = clock_timestamp() + interval '1 second' where id = ${cmdId}`.execute(
    harness.db,
  );
  await eventually(
    () => calls(harness, cmdId),
    (recordedCalls) => recordedCalls.length === 2,
  );
  expect(await readTask(harness, cmdId)).toMatchObject({ attempt: 3, losses: 1 });
  await harness.db.deleteFrom('task').where('id', '=', cmdId).execute();
});

test('a task that kills every worker is abandoned and undone', async () => {
  const cmdId = await harness.start();
  await sql`update task set losses = 5 where id = ${cmdId}`.execute(harness.db);
  await run();
  expect(await waitForTask(harness, cmdId)).toMatchObject({ state: 'failed', exit_code: 1 });
  expect(await calls(harness, cmdId)).toEqual(['disks undo']);
});

test('the runner recovers by itself after the database closes all connections', async () => {
  await run({ timing: { leaseMs: 5000, heartbeatMs: 200 } });
  const cmdId = await harness.start({ input: { stepMs: 300 } });
  await eventually(
    () => calls(harness, cmdId),
    (recordedCalls) => recordedCalls.length === 1,
  );
  const administration = openDatabase(database.administratorUrl, () => {}, {
    maxConnections: 1,
    isWalled: false,
  });
  const dropConnections = async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      administration.db,
    );
    const answers = () =>
      sql`select 1`.execute(harness.db).then(
        () => true,
        () => false,
      );
    await eventually(answers, (hasAnswered) => hasAnswered);
  };
  await dropConnections();
  expect(await waitForTask(harness, cmdId)).toMatchObject({ state: 'done' });
  const next = await eventually(
    () => harness.start().catch(() => 0),
    (started) => started !== 0,
  );
  expect(await waitForTask(harness, next)).toMatchObject({ state: 'done' });
  await administration.close();
});

test('rejects a stop point outside of tests at startup', () => {
  expect(() => requireTestForStopPoint({ CLOUDBERTH_TEST_STOP: 'a:b:after' })).toThrow(/Remove it/);
  expect(() =>
    requireTestForStopPoint({ CLOUDBERTH_TEST_STOP: 'a:b:after', CLOUDBERTH_TESTING: '1' }),
  ).not.toThrow();
});
