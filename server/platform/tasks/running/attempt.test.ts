import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { type DatabaseHandle, openDatabase } from '../../database/database.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { LeaseLost } from '../task.ts';
import { type Harness, openHarness, readTask } from '../testing/harness.ts';
import { defaultTiming } from '../timing.ts';
import { Attempt } from './attempt.ts';
import { claimNext, registerWorker } from './lease.ts';
import { thisWorker } from './workerIdentity.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let harness: Harness;
/** The superuser connection, which shows what other connections do. */
let administration: DatabaseHandle;
let attempt: Attempt;
let cmdId: number;
const worker = thisWorker();
const leaseMs = 20_000;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = await openHarness(database);
  administration = openDatabase(database.administratorUrl, () => {}, {
    maxConnections: 1,
    isWalled: false,
  });
  await registerWorker(harness.db, worker);
});
afterAll(async () => {
  await administration.close();
  await harness.close();
  await database.drop();
});
beforeEach(async () => {
  cmdId = await harness.start();
  const { resource } = await readTask(harness, cmdId);
  const task = await claimNext(harness.db, worker.id, resource, leaseMs);
  if (!task) throw new Error('The task was not there to claim.');
  attempt = new Attempt(task, worker.id, harness.owner, defaultTiming);
});

const releaseToAnotherWorker = () =>
  sql`update task set attempt = attempt + 1 where id = ${cmdId}`.execute(harness.db);
const readState = async () => [
  await readTask(harness, cmdId),
  await harness.db.selectFrom('task_log').select('entry').where('task_id', '=', cmdId).execute(),
  await sql`select * from outside`.execute(harness.db).then(({ rows }) => rows),
  await harness.db.selectFrom('audit_entry').select('operation').execute(),
];

test('a second worker can’t claim a task that another worker has', async () => {
  expect(await claimNext(harness.db, worker.id, attempt.task.resource, leaseMs)).toBeNull();
});

test('only one of two workers that claim a task in parallel gets it', async () => {
  const next = await harness.start();
  const { resource } = await readTask(harness, next);
  const claims = await Promise.all(
    [1, 2, 3, 4].map(() => claimNext(harness.db, worker.id, resource, leaseMs)),
  );
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
});

test('an attempt whose task was moved to another worker can’t write, log, or warn, and is told to stop', async () => {
  await releaseToAnotherWorker();
  const before = await readState();
  const writing = attempt.write(async (ctx) => {
    ctx.note({ targetId: 'x' });
    await sql`insert into outside (cmd_id, step) values (${cmdId}, 'late')`.execute(ctx.db);
  });
  await expect(writing).rejects.toBeInstanceOf(LeaseLost);
  await expect(attempt.log('late')).rejects.toBeInstanceOf(LeaseLost);
  await expect(attempt.warn('late')).rejects.toBeInstanceOf(LeaseLost);
  expect(await readState()).toEqual(before);
  expect(attempt.signal).toMatchObject({ aborted: true, reason: 'lost' });
});

test('the writes of a step commit with its record, and follow-ups run after the commit', async () => {
  const seen: number[] = [];
  const exists = async () =>
    (await sql`select from outside where cmd_id = ${cmdId}`.execute(harness.db)).rows.length;
  await attempt.write(async (ctx) => {
    ctx.note({ targetType: 'sample', targetId: String(cmdId), after: { size: 1 } });
    ctx.afterCommit(async () => void seen.push(await exists()));
    await sql`insert into outside (cmd_id, step) values (${cmdId}, 'disks')`.execute(ctx.db);
    seen.push(await exists());
  });
  expect(seen).toEqual([0, 1]);
  const record = await harness.db
    .selectFrom('audit_entry')
    .select(['operation', 'actor_id', 'after'])
    .where('target_id', '=', String(cmdId))
    .execute();
  expect(record).toEqual([
    { operation: 'sample.make', actor_id: harness.owner.actor?.userId, after: { size: 1 } },
  ]);
});

test('the writes of a step are rolled back when it fails', async () => {
  const writing = attempt.write(async (ctx) => {
    await sql`insert into outside (cmd_id, step) values (${cmdId}, 'half')`.execute(ctx.db);
    throw new Error('half way');
  });
  await expect(writing).rejects.toThrow('half way');
  expect((await sql`select from outside where cmd_id = ${cmdId}`.execute(harness.db)).rows).toEqual(
    [],
  );
});

describe('parallel transactions of a step', () => {
  const put = (step: string) => async (ctx: Context) =>
    void (await sql`insert into outside (cmd_id, step) values (${cmdId}, ${step})`.execute(ctx.db));
  const steps = async () =>
    (
      await sql<{
        step: string;
      }>`select step from outside where cmd_id = ${cmdId} order by step`.execute(harness.db)
    ).rows.map(({ step }) => step);

  test('are open at the same time, and the task can’t be claimed before all of them are closed', async () => {
    const bothOpen = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let open = 0;
    const waitForOther = (step: string) => async (ctx: Context) => {
      await put(step)(ctx);
      open += 1;
      if (open === 2) bothOpen.resolve();
      await release.promise;
    };
    const concurrentWrites = attempt.writeAll([waitForOther('disks'), waitForOther('network')]);
    await bothOpen.promise;
    const takeover = releaseToAnotherWorker();
    await expect.poll(async () => await isWaitingForTask()).toBe(true);
    release.resolve();
    await Promise.all([concurrentWrites, takeover]);
    expect(await steps()).toEqual(['disks', 'network']);
  });

  test('write nothing if the task was moved to another worker', async () => {
    await releaseToAnotherWorker();
    await expect(attempt.writeAll([put('disks'), put('network')])).rejects.toBeInstanceOf(
      LeaseLost,
    );
    expect(await steps()).toEqual([]);
  });

  test('are independent: an error in one is thrown after the others have ended', async () => {
    const fail = async (ctx: Context) => {
      await put('half')(ctx);
      throw new Error('half way');
    };
    await expect(attempt.writeAll([fail, put('network')])).rejects.toThrow('half way');
    expect(await steps()).toEqual(['network']);
  });
});

/** Whether a statement is waiting for a lock on the task. */
async function isWaitingForTask(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'update task set attempt%'`.execute(
    administration.db,
  );
  return rows.length > 0;
}
