import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../../server/platform/log.ts';
import { outboundRunner } from '../../../../server/platform/outbound/outboundRunner.ts';
import { queueOutbound } from '../../../../server/platform/outbound/queue.ts';
import { withOutboundTables } from '../../../../server/platform/outbound/tables.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import {
  canary,
  type Receiver,
  startReceiver,
  webhookType,
  withWebhooks,
} from './testing/webhook.ts';

interface Item {
  id: number;
  type: string;
  typeTitle: string;
  state: string;
  destination: string;
  attempts: number;
  reason: string;
  detail: string;
  nextTryAt: string | null;
  actions: { retry: string | null; giveUp: string | null };
}

const log = createLog('silent');
let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  [app, receiver] = await Promise.all([
    startTestApp({ role: 'api' }, { moreSlices: [withWebhooks] }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});

/** Queues a job, attempts it once, and returns its ID. */
async function deliver(body: string, url = receiver.url): Promise<number> {
  const { services } = app.portal;
  const site = await readSite(services.database.db, app.siteId);
  const key = randomUUID();
  const payload = { url, body, token: canary };
  await queueOutbound(systemContext(services, { site, log }), webhookType, { key, payload });
  await runDueJobs();
  const { id } = await withOutboundTables(services.database.db)
    .selectFrom('outbound_job')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}
const runDueJobs = () => outboundRunner(app.portal.services).round('test.webhook', log);
const read = async (id: number) => (await app.root.get<Item>(`/deliveries/${id}`)).body;

it('operators see deliveries with the reason for their state, without the secrets in their content', async () => {
  receiver.answer = () => ({ status: 404, text: 'no such hook' });
  const id = await deliver('order 7');
  receiver.answer = () => ({ status: 200 });
  const list = await app.root.get<{ items: Item[] }>('/deliveries?state=failed&type=test.webhook');
  expect(list.body.items).toEqual([
    expect.objectContaining({
      ...{ id, typeTitle: 'Test webhook', state: 'failed', attempts: 1, nextTryAt: null },
      ...{ destination: new URL(receiver.url).host, detail: 'no such hook' },
      reason: 'The receiver refused.',
      actions: { retry: null, giveUp: expect.stringMatching(/ended/) },
    }),
  ]);
  const one = await app.root.get(`/deliveries/${id}`);
  expect(one.body).toMatchObject({ payload: [{ title: 'Body', value: 'order 7' }] });
  const csv = await app.root.get('/deliveries.csv');
  expect(csv.text).toContain('Test webhook');
  for (const { text } of [list, one, csv]) expect(text).not.toContain(canary);
});

it('an operator retries a failed delivery, which resets its attempts', async () => {
  receiver.answer = () => ({ status: 404 });
  const id = await deliver('again');
  receiver.answer = () => ({ status: 200 });
  expect((await app.root.post(`/deliveries/${id}/retry`)).status).toBe(200);
  expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 0, reason: '' });
  await runDueJobs();
  expect(await read(id)).toMatchObject({ state: 'sent', attempts: 1 });
  expect((await app.root.post(`/deliveries/${id}/retry`)).body).toMatchObject({ code: [2997] });
  expect((await app.root.post(`/deliveries/${id}/give-up`)).body).toMatchObject({ code: [2998] });
});

it('a delivery that was given up isn’t attempted again until it is retried', async () => {
  receiver.answer = () => ({ status: 503 });
  const id = await deliver('hopeless');
  const receivedCount = receiver.received.length;
  expect((await app.root.post(`/deliveries/${id}/give-up`)).status).toBe(200);
  expect(await read(id)).toMatchObject({
    ...{ state: 'failed', attempts: 1, nextTryAt: null },
    reason: 'An operator canceled this delivery.',
  });
  receiver.answer = () => ({ status: 200 });
  await runDueJobs();
  expect(receiver.received).toHaveLength(receivedCount);
  expect((await app.root.post(`/deliveries/${id}/retry`)).status).toBe(200);
  await runDueJobs();
  expect(await read(id)).toMatchObject({ state: 'sent' });
});

it('a delivery that is being sent can’t be changed', async () => {
  const { promise: pendingAnswer, resolve: release } = Promise.withResolvers<{ status: number }>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  receiver.answer = () => {
    arrive();
    return pendingAnswer;
  };
  const delivering = deliver('slow');
  await arrived;
  const { body } = await app.root.get<{ items: Item[] }>('/deliveries?state=waiting');
  const [{ id } = { id: 0 }] = body.items;
  for (const action of ['retry', 'give-up'])
    expect((await app.root.post(`/deliveries/${id}/${action}`)).body).toMatchObject({
      code: [2999],
    });
  release({ status: 200 });
  await delivering;
  expect(await read(id)).toMatchObject({ state: 'sent' });
});

it('only operators can see or change deliveries', async () => {
  receiver.answer = () => ({ status: 503 });
  const id = await deliver('private');
  const others = [await app.signInAs('user'), await app.signInAs('siteAdmin')];
  for (const client of others) {
    for (const path of ['/deliveries', '/deliveries.csv', '/deliveries/types', `/deliveries/${id}`])
      expect((await client.get(path)).status, path).toBe(403);
    for (const action of ['retry', 'give-up'])
      expect((await client.post(`/deliveries/${id}/${action}`)).status, action).toBe(403);
  }
  expect((await app.anonymous().get('/deliveries')).status).toBe(401);
  expect((await app.root.get('/deliveries/999999')).status).toBe(404);
  expect((await read(id)).state).toBe('waiting');
});
