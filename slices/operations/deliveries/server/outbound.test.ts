import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock, shiftClock } from '../../../../server/platform/clock.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { outboundRunner } from '../../../../server/platform/outbound/outboundRunner.ts';
import { queueOutbound } from '../../../../server/platform/outbound/queue.ts';
import { OutboundRunner } from '../../../../server/platform/outbound/runner.ts';
import { withOutboundTables } from '../../../../server/platform/outbound/tables.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { type Receiver, startReceiver, webhookType, withWebhooks } from './testing/webhook.ts';

const second = 1_000;
const minute = 60 * second;
const log = createLog('silent');

let app: TestApp;
let ctx: Context;
let receiver: Receiver;
let other: Receiver;

beforeAll(async () => {
  app = await startTestApp({ role: 'api' }, { moreSlices: [withWebhooks] });
  const { services } = app.portal;
  ctx = systemContext(services, { site: await readSite(services.database.db, app.siteId), log });
});
beforeEach(async () => {
  [receiver, other] = await Promise.all([startReceiver(), startReceiver()]);
});
afterEach(async () => {
  shiftClock(0);
  const { db } = app.portal.services.database;
  await withOutboundTables(db).deleteFrom('outbound_job').execute();
  await withOutboundTables(db).deleteFrom('outbound_destination').execute();
  await Promise.all([receiver.stop(), other.stop()]);
});
afterAll(() => app.close());

async function queue(body = 'hello', url = receiver.url): Promise<string> {
  const key = randomUUID();
  await queueOutbound(ctx, webhookType, { key, payload: { url, body, token: 'secret' } });
  return key;
}
const runDueJobs = () => outboundRunner(app.portal.services).round('test.webhook', log);
const job = (key: string) =>
  withOutboundTables(app.portal.services.database.db)
    .selectFrom('outbound_job')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
const pauseOf = async (key: string) => (await job(key)).due_at.getTime() - clock.now().getTime();
const bodies = ({ received }: Receiver) => received.map(({ body }) => body);

describe('an outbound job', () => {
  it('is delivered once, with its idempotency key', async () => {
    const key = await queue();
    await runDueJobs();
    await runDueJobs();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({
      body: 'hello',
      headers: { 'idempotency-key': key },
    });
    expect(await job(key)).toMatchObject({
      ...{ state: 'sent', attempts: 1, reason: null, claim: null },
      destination_title: new URL(receiver.url).host,
    });
  });

  it('with the same key isn’t added a second time', async () => {
    const key = await queue('first');
    const payload = { url: receiver.url, body: 'second', token: '' };
    await queueOutbound(ctx, webhookType, { key, payload });
    await runDueJobs();
    expect(bodies(receiver)).toEqual(['first']);
  });

  it('of a transaction that rolls back is never delivered', async () => {
    const rolledBack = ctx.db.transaction().execute(async (db) => {
      const payload = { url: receiver.url, body: 'never', token: '' };
      await queueOutbound({ ...ctx, db }, webhookType, { key: randomUUID(), payload });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await runDueJobs();
    expect(receiver.received).toEqual([]);
  });

  it('is kept while its destination isn’t connected', async () => {
    const key = await queue('kept', '');
    await runDueJobs();
    expect(await job(key)).toMatchObject({
      state: 'kept',
      reason: {
        en: expect.stringMatching(/connected/),
        he: expect.stringMatching(/\p{Script=Hebrew}/u),
      },
    });
  });

  it('that fails is retried with growing delays and the same key, and fails permanently after its last attempt', async () => {
    receiver.answer = () => ({ status: 408, text: 'later' });
    const key = await queue();
    await runDueJobs();
    expect(await job(key)).toMatchObject({
      ...{ state: 'waiting', attempts: 1, detail: expect.stringContaining('"later"') },
      reason: { en: 'The receiver refused.' },
    });
    expect(await pauseOf(key)).toBeGreaterThan(8 * second);
    expect(await pauseOf(key)).toBeLessThanOrEqual(10 * second);
    await runDueJobs();
    expect((await job(key)).attempts).toBe(1);
    shiftClock(11 * second);
    await runDueJobs();
    expect(await pauseOf(key)).toBeGreaterThan(53 * second);
    for (const minutes of [2, 4, 6]) {
      shiftClock(minutes * minute);
      await runDueJobs();
    }
    expect(await job(key)).toMatchObject({ state: 'failed', attempts: 4, claim: null });
    expect((await job(key)).ended_at).not.toBeNull();
    expect(new Set(receiver.received.map(({ headers }) => headers['idempotency-key']))).toEqual(
      new Set([key]),
    );
  });

  it('that is rejected permanently isn’t retried', async () => {
    receiver.answer = () => ({ status: 404, text: 'unknown' });
    const key = await queue();
    await runDueJobs();
    expect(await job(key)).toMatchObject({
      state: 'failed',
      attempts: 1,
      detail: expect.stringContaining('"unknown"'),
    });
  });
});

describe('a destination', () => {
  it('that limits the rate gets no jobs for the time it requests', async () => {
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '300' } });
    const [first, next] = [await queue('first'), await queue('second')];
    const runner = new OutboundRunner({ ...app.portal.services });
    await runner.round('test.webhook', log);
    const receivedCount = receiver.received.length;
    expect(await pauseOf(first)).toBeGreaterThan(4.9 * minute);
    receiver.answer = () => ({ status: 200 });
    const third = await queue('third');
    shiftClock(4 * minute);
    await runDueJobs();
    expect(receiver.received).toHaveLength(receivedCount);
    expect(await job(third)).toMatchObject({ state: 'waiting', attempts: 0 });
    shiftClock(5.1 * minute);
    await runDueJobs();
    await runDueJobs();
    for (const key of [first, next, third]) expect((await job(key)).state).toBe('sent');
  });

  it('that doesn’t work gets no jobs after a few failures, and is then probed with one job, without delaying others', async () => {
    receiver.answer = () => ({ status: 503 });
    for (let count = 0; count < 3; count += 1) {
      await queue(`broken ${count}`);
      await runDueJobs();
    }
    expect(receiver.received).toHaveLength(3);
    const queued = [await queue('a'), await queue('b'), await queue('c')];
    const otherJob = await queue('free', other.url);
    await runDueJobs();
    expect(receiver.received).toHaveLength(3);
    expect((await job(otherJob)).state).toBe('sent');
    for (const key of queued) expect((await job(key)).attempts).toBe(0);

    shiftClock(31 * second);
    await runDueJobs();
    expect(receiver.received).toHaveLength(4);
    // The pause has doubled.
    shiftClock(70 * second);
    await runDueJobs();
    expect(receiver.received).toHaveLength(4);

    receiver.answer = () => ({ status: 200 });
    shiftClock(95 * second);
    await runDueJobs();
    await runDueJobs();
    for (const key of queued) expect((await job(key)).state).toBe('sent');
  });

  it('that responds counts as working, even if it rejects a job', async () => {
    receiver.answer = (body) => ({ status: body === 'bad' ? 404 : 503 });
    for (const body of ['x', 'x', 'bad', 'x', 'x']) {
      await queue(body);
      await runDueJobs();
    }
    expect(receiver.received).toHaveLength(5);
    receiver.answer = () => ({ status: 200 });
    const key = await queue();
    await runDueJobs();
    expect((await job(key)).state).toBe('sent');
  });

  it('that doesn’t respond delays only its own jobs', async () => {
    const { promise: pendingAnswer, resolve: release } = Promise.withResolvers<{
      status: number;
    }>();
    receiver.answer = () => pendingAnswer;
    const runner = new OutboundRunner({ ...app.portal.services }, 200);
    for (let count = 0; count < 8; count += 1) await queue(`stuck ${count}`);
    const otherJobs = [await queue('free', other.url), await queue('free', other.url)];
    await runner.round('test.webhook', log);
    for (const key of otherJobs) expect((await job(key)).state).toBe('sent');
    expect(receiver.received.length).toBeLessThanOrEqual(2);
    release({ status: 200 });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(8), { timeout: 10_000 });
    await runner.stop();
  });
});

describe('workers', () => {
  it('deliver each of many jobs once', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `job ${index}`);
    for (const name of names) await queue(name);
    const workers = [1, 2, 3].map(() => new OutboundRunner({ ...app.portal.services }));
    await Promise.all(workers.map((worker) => worker.round('test.webhook', log)));
    await runDueJobs();
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(bodies(receiver).sort()).toEqual(names.sort());
  });

  it('deliver the jobs of a sequence one at a time and in order, without waiting for a job that is retried later', async () => {
    let concurrent = 0;
    let maxInFlight = 0;
    receiver.answer = async (body) => {
      concurrent += 1;
      maxInFlight = Math.max(maxInFlight, concurrent);
      await new Promise(setImmediate);
      concurrent -= 1;
      return { status: body === '3' ? 408 : 200 };
    };
    const names = Array.from({ length: 12 }, (_, index) => String(index));
    for (const body of names) {
      const payload = { url: receiver.url, body, token: '' };
      await queueOutbound(ctx, webhookType, { key: randomUUID(), payload, sequence: 'one' });
    }
    const workers = [1, 2, 3].map(() => new OutboundRunner({ ...app.portal.services }));
    await Promise.all(workers.map((worker) => worker.round('test.webhook', log)));
    await runDueJobs();
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(bodies(receiver)).toEqual(names);
    expect(maxInFlight).toBe(1);
    receiver.answer = () => ({ status: 200 });
    shiftClock(11 * second);
    await runDueJobs();
    expect(bodies(receiver)).toEqual([...names, '3']);
  });

  it('take over the job of a killed worker when its lease ends, with the same idempotency key', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    receiver.answer = () => {
      arrive();
      return new Promise(() => {});
    };
    const key = await queue();
    const worker = fork(join(import.meta.dirname, 'testing/worker.ts'), {
      env: { ...process.env, WORKER_CONFIG: JSON.stringify(app.portal.services.config) },
      execArgv: [],
    });
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    await arrived;
    worker.kill('SIGKILL');
    await exited;
    receiver.answer = () => ({ status: 200 });
    await runDueJobs();
    expect(await job(key)).toMatchObject({ state: 'waiting', attempts: 1 });
    shiftClock(61 * second);
    await runDueJobs();
    expect(await job(key)).toMatchObject({ state: 'sent', attempts: 2 });
    expect(receiver.received.map(({ headers }) => headers['idempotency-key'])).toEqual([key, key]);
  });

  it('that lost their lease don’t record an outcome', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<{ status: number }>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    receiver.answer = () => {
      arrive();
      return held;
    };
    const key = await queue();
    const slow = new OutboundRunner({ ...app.portal.services }, 60_000);
    const sending = slow.round('test.webhook', log);
    await arrived;
    receiver.answer = () => ({ status: 200 });
    shiftClock(61 * second);
    await runDueJobs();
    expect(await job(key)).toMatchObject({ state: 'sent', attempts: 2 });
    release({ status: 404 });
    await sending;
    await slow.stop();
    expect(await job(key)).toMatchObject({ state: 'sent', attempts: 2 });
  });
});
