import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/postgres.ts';
import type { TaskRunner } from './runner.ts';
import { eventually, type Harness, openHarness, waitForTask } from './testing/harness.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let harness: Harness;
let runner: TaskRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = await openHarness(database);
});
afterAll(async () => {
  await runner.stop();
  await harness.close();
  await database.drop();
});

const floodSize = 200;
const concurrency = 8;
const perOwner = 3;

test('many tasks of one owner neither fill the worker nor delay those of another owner', async () => {
  const backlog: number[] = [];
  for (let index = 0; index < floodSize; index++)
    backlog.push(await harness.start({ input: { stepMs: 5 } }));
  runner = await harness.run({ concurrency, perOwner });
  // Waits for any task of the flood, because some of those claimed at the same time are put back.
  const done = () =>
    harness.db
      .selectFrom('task')
      .select('id')
      .where('id', 'in', backlog)
      .where('completed_at', 'is not', null)
      .execute();
  await eventually(done, (tasks) => tasks.length > 0);
  const single = await harness.start({ by: harness.other });
  const task = await waitForTask(harness, single);
  expect((task.executed_at?.getTime() ?? 0) - task.created_at.getTime()).toBeLessThan(1000);
  await eventually(done, (tasks) => tasks.length === floodSize, 20_000);
  const spans = await harness.db
    .selectFrom('task')
    .select(['executed_at', 'completed_at'])
    .where('id', 'in', backlog)
    .execute();
  // Uses the recorded times, because the test itself could read the state after all tasks have
  // completed.
  const later = spans.filter(
    ({ completed_at }) => (completed_at?.getTime() ?? 0) > (task.completed_at?.getTime() ?? 0),
  );
  expect(later.length).toBeGreaterThan(floodSize / 2);
  expect(largestOverlap(spans)).toBe(perOwner);
});

/** The maximum number of tasks that ran at the same time. */
function largestOverlap(
  spans: readonly { executed_at: Date | null; completed_at: Date | null }[],
): number {
  const edges = spans.flatMap((span) => [
    { at: span.executed_at?.getTime() ?? 0, change: 1 },
    { at: span.completed_at?.getTime() ?? 0, change: -1 },
  ]);
  edges.sort((a, b) => a.at - b.at || a.change - b.change);
  let runningCount = 0;
  return Math.max(...edges.map(({ change }) => (runningCount += change)));
}
