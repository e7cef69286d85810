import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { portalRole } from '../database/rowSecurity/roles.ts';
import { createTestDatabase } from '../testing/postgres.ts';
import { definePeriodicJob } from './periodicJobs.ts';
import { platformJobs } from './platformJobs.ts';
import type { TaskRunner } from './runner.ts';
import { eventually, type Harness, openHarness, readTask } from './testing/harness.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let harness: Harness;
const runners: TaskRunner[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  harness = await openHarness(database);
  const owner = openDatabase(database.ownerUrl, () => {}, { maxConnections: 1, isWalled: false });
  await sql`create table tick (at timestamptz not null default clock_timestamp())`.execute(
    owner.db,
  );
  await sql`grant select, insert, delete on tick to ${sql.raw(portalRole)}`.execute(owner.db);
  await owner.close();
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const run = async (...options: Parameters<Harness['run']>): Promise<void> =>
  void runners.push(await harness.run(...options));

test('two schedulers run a periodic job exactly once per period', async () => {
  const everySeconds = 0.5;
  const tickJob = definePeriodicJob({
    name: 'test.tick',
    everySeconds,
    async run(ctx) {
      await sql`insert into tick default values`.execute(ctx.db);
    },
  });
  await Promise.all([run({ periodicJobs: [tickJob] }), run({ periodicJobs: [tickJob] })]);
  const readPeriods = async () => {
    const { rows } = await sql<{
      period: number;
    }>`select floor(extract(epoch from at - due_at)::float8 / ${everySeconds}) as period from tick, chore where name = ${tickJob.name} order by at`.execute(
      harness.db,
    );
    return rows.map((row) => row.period);
  };
  const periods = await eventually(readPeriods, (ticks) => ticks.length >= 5);
  const first = periods[0] ?? 0;
  expect(periods).toEqual(periods.map((_, index) => first + index));
});

test('a failing periodic job reports its error and runs again when it is next due', async () => {
  let runs = 0;
  const failing = definePeriodicJob({
    name: 'test.fails',
    everySeconds: 0.2,
    async run() {
      runs += 1;
      if (runs === 1) throw new Error('no luck');
    },
  });
  await run({ periodicJobs: [failing] });
  const read = () =>
    harness.db
      .selectFrom('chore')
      .select(['runs', 'problem', 'lease_until'])
      .where('name', '=', 'test.fails')
      .executeTakeFirstOrThrow();
  await eventually(read, (job) => job.problem === 'Error: no luck');
  await eventually(
    read,
    (job) => job.runs >= 2 && job.problem === null && job.lease_until === null,
  );
});

test('the periodic jobs of the platform delete old data, and keep what still needs attention', async () => {
  const old = await harness.start();
  const stuck = await harness.start();
  const recentTask = await harness.start();
  for (const [cmdId, days] of [
    [old, 91],
    [stuck, 91],
    [recentTask, 89],
  ] as const) {
    await sql`update task set state = 'failed', exit_code = 1, is_stuck = ${cmdId === stuck}, completed_at = now() - ${days} * interval '1 day' where id = ${cmdId}`.execute(
      harness.db,
    );
  }
  for (const job of platformJobs) await job.run(harness.owner);
  await expect(readTask(harness, old)).rejects.toThrow();
  expect(await readTask(harness, stuck)).toMatchObject({ is_stuck: true });
  expect(await readTask(harness, recentTask)).toMatchObject({ is_stuck: false });
});

test('a periodic job must be recurring', () => {
  expect(() => definePeriodicJob({ name: 'never', everySeconds: 0, run: async () => {} })).toThrow(
    /must come round/,
  );
});
