import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { refreshAccess } from '../../../../server/platform/access/objectAccess.ts';
import type { CallContext } from '../../../../server/platform/http/callContext.ts';
import type { TaskRunner } from '../../../../server/platform/tasks/runner.ts';
import {
  eventually,
  type Harness,
  openHarness,
  readTask,
  waitForTask,
} from '../../../../server/platform/tasks/testing/harness.ts';
import { finalTask } from '../../../../server/platform/tasks/testing/sampleTasks.ts';
import { createTestDatabase } from '../../../../server/platform/testing/postgres.ts';
import { queueEndpoints } from '../contract.ts';
import { remainingSeconds } from './describe.ts';
import { queueRoutes } from './index.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let harness: Harness;
let runner: TaskRunner | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  harness = await openHarness(database);
});
afterEach(async () => {
  await runner?.stop();
  runner = null;
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

type Operation = keyof typeof queueEndpoints;
type AnswerOf<K extends Operation> = z.output<(typeof queueEndpoints)[K]['answer']>;

/**
 * Calls an operation as the server does after authorization, and validates the response against the
 * contract.
 */
async function call<K extends Operation>(
  operation: K,
  ctx: CallContext,
  input: { params?: object; query?: object },
): Promise<AnswerOf<K>> {
  const route = queueRoutes.find((candidate) => candidate.operation === operation);
  const answer = await route?.handler(ctx, {
    params: {},
    query: {},
    body: undefined,
    ...input,
  } as never);
  return queueEndpoints[operation].answer.parse(answer) as AnswerOf<K>;
}
const list = (ctx: CallContext, query: object = {}) => call('listQueue', ctx, { query });
const get = (ctx: CallContext, id: number) => call('getQueueCommand', ctx, { params: { id } });
const cancel = (ctx: CallContext, id: number) =>
  call('cancelQueueCommand', ctx, { params: { id } });
const ids = async (ctx: CallContext, query: object = {}) =>
  (await list(ctx, query)).items.map((item) => item.id);

test('users see their tasks, those of sub-accounts, of their site, or all, depending on their role', async () => {
  const subAccount = await harness.person('user', { parentId: harness.owner.actor?.userId ?? '' });
  // Refresh the owner's scope as a request would, because it was read before the sub-account was
  // created.
  await refreshAccess(harness.owner);
  const siteAdmin = await harness.person('siteAdmin');
  const root = await harness.person('root');
  const mine = await harness.start();
  const childTask = await harness.start({ by: subAccount });
  const otherTask = await harness.start({ by: harness.other });
  expect(await ids(harness.owner)).toEqual([childTask, mine]);
  expect(await ids(subAccount)).toEqual([childTask]);
  for (const client of [siteAdmin, root])
    expect(await ids(client)).toEqual([otherTask, childTask, mine]);
});

test('another user’s task looks like one that doesn’t exist, and can’t be canceled', async () => {
  const cmdId = await harness.start({ by: harness.other });
  const expectNotFound = (work: Promise<unknown>, id: number) =>
    expect(work).rejects.toMatchObject({
      reasons: [{ name: 'notFound', values: { what: 'task', id } }],
    });
  await expectNotFound(get(harness.owner, cmdId), cmdId);
  await expectNotFound(cancel(harness.owner, cmdId), cmdId);
  await expectNotFound(get(harness.owner, 999_999), 999_999);
  expect(await readTask(harness, cmdId)).toMatchObject({
    state: 'queued',
    cancel_requested_at: null,
  });
});

test('the list is filtered by state, target and text, and paged', async () => {
  const ctx = await harness.person('user');
  const first = await harness.start({ by: ctx });
  const second = await harness.start({ by: ctx });
  await cancel(ctx, first);
  expect(await ids(ctx, { state: 'open' })).toEqual([second]);
  expect(await ids(ctx, { state: 'cancelled' })).toEqual([first]);
  const { target_id: targetId, target_name: name } = await readTask(harness, second);
  expect(await ids(ctx, { targetType: 'sample', targetId })).toEqual([second]);
  expect(await ids(ctx, { filter: name.toUpperCase() })).toEqual([second]);
  expect(await ids(ctx, { filter: String(first) })).toContain(first);
  expect(await ids(ctx, { filter: 'Try %' })).toEqual([]);
  const page = await list(ctx, { size: 1 });
  expect(page).toMatchObject({
    total: 2,
    firstElement: 1,
    lastElement: 1,
    items: [{ id: second }],
  });
  expect(await ids(ctx, { size: 1, start: page.next })).toEqual([first]);
});

test('a completed task shows its times, subject, progress, steps and log', async () => {
  runner = await harness.run();
  const cmdId = await harness.start();
  await waitForTask(harness, cmdId);
  const task = await get(harness.owner, cmdId);
  expect(task).toMatchObject({
    state: 'done',
    exitCode: 0,
    progress: 100,
    warn: null,
    failure: null,
    createdBy: harness.owner.actor?.email,
  });
  expect(task.commandInfo).toBe(`Try ${task.serviceName}`);
  expect(task.steps.map((step) => [step.title, step.state])).toEqual([
    ['Step disks', 'done'],
    ['Step network', 'done'],
  ]);
  expect(task.log.map((line) => line.entry)).toEqual(['Done.']);
  expect(task.actions.cancel).toEqual({ isAllowed: false, reason: 'The task has already ended.' });
});

test('a failed task shows the reason and the remedy in the reader’s language', async () => {
  runner = await harness.run();
  const hebrew = await harness.person('root', { language: 'he' });
  const rejected = await harness.start({ input: { failsAt: 'network', how: 'refusal' } });
  const defect = await harness.start({ input: { failsAt: 'disks', how: 'defect' } });
  await Promise.all([waitForTask(harness, rejected), waitForTask(harness, defect)]);
  expect((await get(harness.owner, rejected)).failure).toEqual({
    step: 'network',
    reason: 'You can create up to 10 servers at once. You requested 11.',
    nextStep: 'All changes were undone. Fix the problem above and try again.',
  });
  expect((await get(hebrew, rejected)).failure?.reason).toBe(
    'אפשר ליצור עד 10 שרתים בבת אחת. ביקשת 11.',
  );
  expect((await get(harness.owner, defect)).failure?.nextStep).toContain(`task ${defect}`);
});

test('a customer sees the portal’s name for a task started by an administrator', async () => {
  const root = await harness.person('root');
  const cmdId = await harness.start();
  await harness.db
    .updateTable('task')
    .set({ created_by: root.actor?.userId ?? '' })
    .where('id', '=', cmdId)
    .execute();
  expect((await get(harness.owner, cmdId)).createdBy).toBe(harness.owner.site.systemName);
  expect((await get(root, cmdId)).createdBy).toBe(root.actor?.email);
});

test('canceling a running task stops it, and a second cancellation is rejected with the reason', async () => {
  runner = await harness.run();
  const cmdId = await harness.start({ input: { stepMs: 60_000 } });
  const runningTask = await eventually(
    () => get(harness.owner, cmdId),
    (task) => task.steps[0]?.state === 'running',
  );
  expect(runningTask.actions.cancel).toEqual({ isAllowed: true, reason: null });
  await cancel(harness.owner, cmdId);
  await waitForTask(harness, cmdId);
  expect(await get(harness.owner, cmdId)).toMatchObject({
    state: 'cancelled',
    exitCode: 2,
    failure: null,
  });
  await expect(cancel(harness.owner, cmdId)).rejects.toMatchObject({
    reasons: [{ name: 'taskNotCancellable' }],
  });
});

test('the remaining time is the usual duration of tasks of the type minus the elapsed time', async () => {
  for (const seconds of [10, 20, 60]) {
    const cmdId = await harness.start({ type: finalTask });
    await sql`update task set state = 'done', exit_code = 0, executed_at = now() - ${seconds} * interval '1 second', completed_at = now() where id = ${cmdId}`.execute(
      harness.db,
    );
  }
  const cmdId = await harness.start({ type: finalTask });
  expect((await get(harness.owner, cmdId)).remainingSeconds).toBeNull();
  await sql`update task set state = 'running', executed_at = now() - interval '8 seconds' where id = ${cmdId}`.execute(
    harness.db,
  );
  const { remainingSeconds: remaining } = await get(harness.owner, cmdId);
  expect(remaining).toBeGreaterThan(10);
  expect(remaining).toBeLessThanOrEqual(12);
});

test.each([
  { state: 'running', passed: 30, usual: 100, left: 70 },
  { state: 'running', passed: 130, usual: 100, left: null },
  { state: 'running', passed: 30, usual: undefined, left: null },
  { state: 'undoing', passed: 30, usual: 100, left: null },
] as const)(
  '$passed of $usual seconds into a task that is $state, the remaining time is $left',
  ({ state, passed, usual, left }) => {
    const now = new Date('2030-01-01T12:00:00Z');
    expect(
      remainingSeconds({ state, executed_at: new Date(now.getTime() - passed * 1000) }, usual, now),
    ).toBe(left);
  },
);
