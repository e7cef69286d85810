import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import type { Answer } from '../../../server/testing/client.ts';
import { bringRound } from '../../../server/testing/jobs.ts';

interface Delivery {
  id: string;
  type: string;
  state: string;
  destination: string;
  problem: string;
  attempts: number;
  dueAt: string | null;
  actions: { retry: string | null; giveUp: string | null };
}

let app: TestApp;
let receiver: Server;
let receiverUrl: string;
let status = 500;
let retryAfter: string | undefined;
beforeAll(async () => {
  app = await startTestApp();
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const trusted = JSON.stringify([receiverUrl]);
  await sql`insert into setting (site_id, id, value) values (${app.siteId}, 'alerts.trustedReceivers', ${trusted}::jsonb)`.execute(
    app.portal.services.database.db,
  );
}, 60_000);
afterAll(async () => {
  receiver.close();
  await app.close();
});

const codeOf = (answer: Answer) => [answer.status, answer.body.code?.[0]];
const list = async (query = '') =>
  (
    await app.root.get<{ items: Delivery[]; total: number; types: { type: string }[] }>(
      `/deliveries${query}`,
    )
  ).body;
const read = async (id: string) =>
  (await app.root.get<Delivery & { payload: string | null }>(`/deliveries/${id}`)).body;

/** A webhook delivery that the receiver answers with `status`, after its first attempt. */
async function webhook(answer: number): Promise<string> {
  status = answer;
  const owner = await app.signInAs('user');
  const alert = await owner.post<{ id: string }>('/alerts', {
    ...{ name: 'Load', metric: 'cpuPercent', threshold: 90, forMinutes: 0, tag: 'web' },
    ...{ byMail: false, webhookUrl: `${receiverUrl}/hook` },
  });
  expect(alert.status, alert.text).toBe(200);
  const test = await owner.post(`/alerts/${alert.body.id}/test`);
  expect(test.status, test.text).toBe(200);
  const { rows } = await sql<{ id: string }>`
    select id from alert_delivery where alert_id = ${alert.body.id}::uuid`.execute(
    app.portal.services.database.db,
  );
  const id = `webhook.${rows[0]?.id}`;
  await attempt(id, 1);
  return id;
}

async function attempt(id: string, attempts: number): Promise<void> {
  await bringRound(app.portal, 'alerts.deliver');
  await expect.poll(async () => (await read(id)).attempts, { timeout: 15_000 }).toBe(attempts);
}

describe('deliveries', () => {
  it('of all types are listed with their state, and what is sent is shown', async () => {
    const id = await webhook(500);
    await expect
      .poll(() => read(id))
      .toMatchObject({
        type: 'webhook',
        destination: `${receiverUrl}/hook`,
        state: 'waiting',
        problem: 'The receiver responded with status 500.',
        actions: { retry: expect.any(String), giveUp: null },
      });
    expect(JSON.parse((await read(id)).payload ?? '{}')).toHaveProperty('type');
    const { items, types } = await list('?type=webhook&state=waiting');
    expect(items.map((item) => item.id)).toContain(id);
    expect(types.map(({ type }) => type).sort()).toEqual(['accounting', 'mail', 'sms', 'webhook']);
    expect((await list('?state=sent&type=webhook')).items.map((item) => item.id)).not.toContain(id);
    expect((await app.root.get('/deliveries.csv')).text).toContain(`${receiverUrl}/hook`);
  });

  it('can be given up and retried, and are sent then', async () => {
    const id = await webhook(503);
    expect(codeOf(await app.root.put(`/deliveries/${id}/retry`))).toEqual([409, 2997]);
    expect((await app.root.put(`/deliveries/${id}/giveUp`)).status).toBe(200);
    expect(await read(id)).toMatchObject({
      state: 'failed',
      dueAt: null,
      problem: 'An operator stopped the retries.',
    });
    expect(codeOf(await app.root.put(`/deliveries/${id}/giveUp`))).toEqual([409, 2998]);
    status = 200;
    expect((await app.root.put(`/deliveries/${id}/retry`)).status).toBe(200);
    await bringRound(app.portal, 'alerts.deliver');
    await expect.poll(async () => (await read(id)).state, { timeout: 15_000 }).toBe('sent');
    expect(await read(id)).toMatchObject({ attempts: 1, problem: '' });
  });

  it('wait as long as the receiver asks', async () => {
    retryAfter = '7200';
    const id = await webhook(429);
    retryAfter = undefined;
    await expect
      .poll(async () => Date.parse((await read(id)).dueAt ?? '') - Date.now(), { timeout: 15_000 })
      .toBeGreaterThan(7_100_000);
  });

  it('of emails show no content, because it can contain sign-in links', async () => {
    await app.anonymous().post('/forgot', { email: app.root.email });
    await expect
      .poll(async () => (await list('?type=mail')).total, { timeout: 15_000 })
      .not.toBe(0);
    const [mail] = (await list('?type=mail')).items;
    expect(await read(mail?.id ?? '')).toMatchObject({ type: 'mail', payload: null });
  });

  it('can’t be given up while they are being sent', async () => {
    const { db } = app.portal.services.database;
    const { rows } = await sql<{ id: string }>`
      insert into mail_message (site_id, kind, language, to_address, subject, content, due_at, claim, lease_until)
      values (${app.siteId}, 'test.key', 'en', 'a@example.test', 'Hello', '\\x00', now() + interval '1 hour', gen_random_uuid(), now() + interval '1 minute')
      returning id::text as id`.execute(db);
    const id = `mail.${rows[0]?.id}`;
    expect(codeOf(await app.root.put(`/deliveries/${id}/giveUp`))).toEqual([409, 2998]);
    await sql`update mail_message set lease_until = now() - interval '1 second' where id = ${rows[0]?.id}::bigint`.execute(
      db,
    );
    expect((await app.root.put(`/deliveries/${id}/giveUp`)).status).toBe(200);
  });

  it('are visible to the operator of the portal only', async () => {
    const id = await webhook(500);
    for (const role of ['siteAdmin', 'billingAdmin', 'user'] as const) {
      const client = await app.signInAs(role);
      for (const answer of [
        await client.get('/deliveries'),
        await client.get(`/deliveries/${id}`),
        await client.put(`/deliveries/${id}/giveUp`),
      ])
        expect(codeOf(answer), role).toEqual([403, 1002]);
    }
    for (const missing of ['webhook.no-such', 'fax.1', 'mail.999999999'])
      expect(codeOf(await app.root.get(`/deliveries/${missing}`)), missing).toEqual([404, 1001]);
  });
});
