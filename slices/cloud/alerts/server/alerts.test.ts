import { createHmac } from 'node:crypto';
import { createServer as createReceiver, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer } from '../../../../e2e/createServer.ts';
import { type MailContent, mailPlace } from '../../../../server/platform/mail/mail.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { evaluate } from './evaluate.ts';

interface Item {
  id: string;
  name: string;
  state: string;
  clearAt: number;
  servers: {
    serverId: string;
    state: string;
    value: number | null;
    acknowledgedBy: string | null;
  }[];
  actions: { change: string | null; acknowledge: string | null };
}
interface Delivery {
  state: string;
  kind: string;
  attempts: number;
  httpStatus: number | null;
  problem: string | null;
}

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
let serverId: string;
let receiver: Server;
let receiverUrl: string;
let answerWith = 204;
const received: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
  serverId = await createServer(owner);
  receiver = createReceiver((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answerWith, { location: 'http://127.0.0.1:1/elsewhere' }).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const trusted = JSON.stringify([receiverUrl]);
  await sql`insert into setting (site_id, id, value) values (${app.siteId}, 'alerts.trustedReceivers', ${trusted}::jsonb)`.execute(
    db(),
  );
}, 60_000);
afterAll(async () => {
  receiver.close();
  await app.close();
});

const db = () => app.portal.services.database.db;
const errorsOf = (answer: Answer) => answer.body.errors?.map((error) => [error.code, error.key]);
const body = (more: Record<string, unknown> = {}) => ({
  name: 'busy',
  metric: 'cpuPercent',
  threshold: 80,
  forMinutes: 0,
  serverId,
  ...more,
});
const create = async (more: Record<string, unknown> = {}, client = owner) =>
  (await client.post<{ id: string; webhookSecret: string | null }>('/alerts', body(more))).body;
const item = async (id: string) => (await owner.get<Item>(`/alerts/${id}`)).body;
const kinds = async (id: string) =>
  (await owner.get<{ items: { kind: string }[] }>(`/alerts/${id}/events`)).body.items.map(
    ({ kind }) => kind,
  );
interface AlertEventFields {
  value: number | null;
  threshold: number | null;
  firedValue: number | null;
}
const events = async (id: string) =>
  (await owner.get<{ items: AlertEventFields[] }>(`/alerts/${id}/events`)).body.items;
const deliveries = async (id: string) =>
  (await owner.get<{ items: Delivery[] }>(`/alerts/${id}/deliveries`)).body.items;
async function mails(kind: string): Promise<(MailContent & { subject: string })[]> {
  const { rows } = await sql<{ id: number; subject: string; content: Buffer }>`
    select id, subject, content from mail_message where kind = ${kind} and user_id = ${owner.userId} order by id`.execute(
    db(),
  );
  const { secrets } = app.portal.services;
  return rows.map(({ id, subject, content }) => ({
    subject,
    ...(JSON.parse(secrets.open(content, mailPlace(id))) as MailContent),
  }));
}

/** Runs the periodic check now. */
const makeDue = (name: string) =>
  sql`update chore set due_at = now() where name = ${name}`.execute(db());
/** Sets the server's CPU load and runs the evaluation until the alert is in this state. */
async function reportRuntime(id: string, cpuPercent: number, state: string): Promise<void> {
  const sampleAndEvaluate = async () => {
    await sql`update server_runtime set cpu_percent = ${cpuPercent}, sampled_at = now() where server_id = ${serverId}`.execute(
      db(),
    );
    await makeDue('alerts.evaluate');
    return (await item(id)).state;
  };
  await expect.poll(sampleAndEvaluate, { timeout: 20_000, interval: 300 }).toBe(state);
}

describe('an alert', () => {
  it('fires once, is acknowledged, ends beyond its clearing threshold, and emails its owner at each change', async () => {
    const { id } = await create({ name: 'CPU of the web', clearAt: 50 });
    await reportRuntime(id, 95, 'firing');
    await reportRuntime(id, 90, 'firing');
    expect((await item(id)).servers).toMatchObject([{ serverId, state: 'firing', value: 95 }]);
    expect((await owner.post(`/alerts/${id}/acknowledge`, { serverId })).status).toBe(200);
    expect((await item(id)).servers).toMatchObject([
      { state: 'acknowledged', acknowledgedBy: owner.email },
    ]);
    expect((await owner.post(`/alerts/${id}/acknowledge`, { serverId })).body.code).toEqual([2352]);
    await reportRuntime(id, 60, 'acknowledged');
    await reportRuntime(id, 40, 'ok');
    expect(await kinds(id)).toEqual(['ok', 'acknowledged', 'firing']);
    const alertValues = { threshold: 80, firedValue: 95 };
    expect(await events(id)).toMatchObject([
      { value: 40, ...alertValues },
      { value: 95, ...alertValues },
      { value: 95, ...alertValues },
    ]);
    expect((await mails('alert.firing')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Alert: CPU of the web – /),
    ]);
    expect(await mails('alert.ended')).toHaveLength(1);
    for (const [kind, value] of [
      ['alert.firing', '95%'],
      ['alert.ended', '40%'],
    ] as const)
      expect((await mails(kind))[0]).toMatchObject({
        body: expect.stringContaining('{fired}'),
        values: { fired: '95%', value },
      });
    expect((await owner.delete(`/alerts/${id}`)).status).toBe(200);
    expect((await owner.get(`/alerts/${id}`)).status).toBe(404);
  });

  it('on a tag watches exactly the servers with that tag', async () => {
    const other = await createServer(owner);
    await owner.put(`/servers/${serverId}/tags`, { tags: ['watched'] });
    const { id } = await create({
      serverId: undefined,
      tag: 'watched',
      metric: 'on',
      threshold: undefined,
    });
    await reportRuntime(id, 5, 'firing');
    expect((await item(id)).servers.map((server) => server.serverId)).toEqual([serverId]);
    const onTab = (await owner.get<{ items: Item[] }>(`/alerts?server=${serverId}`)).body.items;
    expect(onTab.map((one) => one.id)).toContain(id);
    expect((await owner.get<{ items: Item[] }>(`/alerts?server=${other}`)).body.items).toEqual([]);
    await owner.put(`/servers/${serverId}/tags`, { tags: [] });
    await reportRuntime(id, 5, 'ok');
    await owner.delete(`/alerts/${id}`);
  });

  it('that changes during its evaluation doesn’t fire at its old threshold', async () => {
    const { id } = await create();
    expect((await owner.put(`/alerts/${id}`, { isEnabled: false })).status).toBe(200);
    await sql`update server_runtime set cpu_percent = 95, sampled_at = now() where server_id = ${serverId}`.execute(
      db(),
    );
    const { services, sites, app: http } = app.portal;
    const ctx = systemContext(services, {
      site: await sites.byId(app.siteId),
      log: http.log as never,
    });
    const lockHeld = Promise.withResolvers<void>();
    const rowRead = Promise.withResolvers<void>();
    await sql`update alert set is_enabled = true where id = ${id}`.execute(db());
    const change = db()
      .transaction()
      .execute(async (transaction) => {
        await sql`update alert set threshold = 97, clear_at = 97 where id = ${id}`.execute(
          transaction,
        );
        lockHeld.resolve();
        await rowRead.promise;
      });
    await lockHeld.promise;
    const evaluation = evaluate(ctx);
    // The evaluation has read the old threshold and waits for the change.
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        app.administration.db,
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    rowRead.resolve();
    await Promise.all([change, evaluation]);
    expect(await events(id)).toEqual([]);
    expect((await item(id)).state).toBe('ok');
    await owner.delete(`/alerts/${id}`);
  });

  it('records the current threshold with each event, and none if the metric has no value', async () => {
    const { id } = await create();
    await reportRuntime(id, 95, 'firing');
    expect((await owner.put(`/alerts/${id}`, { threshold: 97 })).status).toBe(200);
    await reportRuntime(id, 99, 'firing');
    expect(await events(id)).toMatchObject([
      { threshold: 97, firedValue: 99 },
      { threshold: 80, firedValue: 95 },
    ]);
    await owner.delete(`/alerts/${id}`);
    const flag = (await create({ metric: 'on', threshold: undefined })).id;
    await reportRuntime(flag, 5, 'firing');
    expect(await events(flag)).toMatchObject([{ value: null, threshold: null, firedValue: null }]);
    await owner.delete(`/alerts/${flag}`);
  });

  it('that is disabled resets its state and is no longer evaluated', async () => {
    const { id } = await create();
    await reportRuntime(id, 95, 'firing');
    await owner.put(`/alerts/${id}`, { isEnabled: false });
    await reportRuntime(id, 95, 'ok');
    await owner.delete(`/alerts/${id}`);
  });
});

describe('a webhook', () => {
  it('includes the value when the alert fires and when it ends', async () => {
    const { id } = await create({ byMail: false, webhookUrl: `${receiverUrl}/hook` });
    await reportRuntime(id, 95, 'firing');
    await reportRuntime(id, 10, 'ok');
    await makeDue('outbound.deliver');
    const deliveredNotices = () => {
      const sent = received.map(
        (one) => JSON.parse(one.body) as { type: string; data: { alert: { id: string } } },
      );
      return sent
        .filter(({ data }) => data.alert.id === id)
        .map(({ type, data }) => ({ type, data }));
    };
    await expect.poll(deliveredNotices, { timeout: 15_000 }).toMatchObject([
      { type: 'alert.firing', data: { value: 95, firedValue: 95, alert: { threshold: 80 } } },
      { type: 'alert.ok', data: { value: 10, firedValue: 95 } },
    ]);
    await owner.delete(`/alerts/${id}`);
  });

  it('is signed for authenticity and integrity, and its result is logged', async () => {
    const { id, webhookSecret } = await create({
      threshold: 100,
      byMail: false,
      webhookUrl: `${receiverUrl}/hook`,
    });
    expect(webhookSecret).toMatch(/^whsec_/);
    expect(JSON.stringify(await item(id))).not.toContain(webhookSecret);
    expect((await owner.post(`/alerts/${id}/test`)).body).toMatchObject({
      mailed: false,
      deliveryId: expect.any(String),
    });
    expect((await owner.post(`/alerts/${id}/test`)).body.code).toEqual([2353]);
    await makeDue('outbound.deliver');
    await expect
      .poll(() => deliveries(id), { timeout: 15_000 })
      .toMatchObject([{ state: 'delivered', kind: 'test', attempts: 1, httpStatus: 204 }]);
    const sent = received.at(-1);
    const {
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    } = sent?.headers ?? {};
    const key = Buffer.from((webhookSecret ?? '').slice('whsec_'.length), 'base64');
    expect(signature).toBe(
      `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${sent?.body}`).digest('base64')}`,
    );
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      type: 'alert.test',
      data: { alert: { id }, server: null },
    });
    const renewed = (await owner.post<{ webhookSecret: string }>(`/alerts/${id}/secret`)).body
      .webhookSecret;
    expect(renewed).not.toBe(webhookSecret);
    await owner.delete(`/alerts/${id}`);
  });

  it.each([
    [500, 'waiting'],
    [302, 'waiting'],
    [410, 'failed'],
  ])(
    'whose receiver responds with %i is %s afterwards, and redirects aren’t followed',
    async (status, state) => {
      answerWith = status;
      const { id } = await create({
        threshold: 100,
        byMail: false,
        webhookUrl: `${receiverUrl}/hook`,
      });
      await owner.post(`/alerts/${id}/test`);
      await makeDue('outbound.deliver');
      await expect
        .poll(() => deliveries(id), { timeout: 15_000 })
        .toMatchObject([{ state, attempts: 1, httpStatus: status }]);
      if (state === 'waiting') {
        answerWith = 200;
        await sql`update outbound_job set due_at = now() where payload ->> 'alertId' = ${id}`.execute(
          db(),
        );
        await makeDue('outbound.deliver');
        await expect
          .poll(() => deliveries(id), { timeout: 15_000 })
          .toMatchObject([{ state: 'delivered', attempts: 2, httpStatus: 200 }]);
      }
      answerWith = 204;
      await owner.delete(`/alerts/${id}`);
    },
  );

  it('with a hostname that resolves to an internal address isn’t called', async () => {
    const { id } = await create({
      threshold: 100,
      byMail: false,
      webhookUrl: 'https://localhost/hook',
    });
    await owner.post(`/alerts/${id}/test`);
    await makeDue('outbound.deliver');
    await expect
      .poll(() => deliveries(id), { timeout: 15_000 })
      .toMatchObject([
        { attempts: 1, httpStatus: null, problem: 'The receiver couldn’t be reached.' },
      ]);
    await owner.delete(`/alerts/${id}`);
  });

  it.each([
    ...[
      'http://example.com/',
      'https://127.0.0.1/',
      'https://127.1/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
    ],
    ...[
      'https://169.254.169.254/latest',
      'https://192.168.1.1/',
      'https://user:word@example.com/',
      'https://example.com:22/',
      'ftp://example.com/',
      'nonsense',
    ],
  ])('to %s is rejected', async (webhookUrl) => {
    const answer = await owner.post('/alerts', body({ webhookUrl }));
    expect([answer.status, errorsOf(answer)]).toEqual([400, [[2351, 'webhookUrl']]]);
    expect((await owner.get<{ total: number }>('/alerts')).body.total).toBe(0);
  });
});

describe('alert settings', () => {
  it.each([
    ['neither a server nor a tag', { serverId: undefined }, 'serverId'],
    ['both', { tag: 'a' }, 'serverId'],
    ['no threshold', { threshold: undefined }, 'threshold'],
    ['more than all', { threshold: 101 }, 'threshold'],
    ['an end on the wrong side', { clearAt: 90 }, 'clearAt'],
    ['an end on the wrong side below', { comparison: 'below', clearAt: 70 }, 'clearAt'],
    ['no metric', { metric: 'mood' }, 'metric'],
    ['too long', { forMinutes: 1441 }, 'forMinutes'],
    ['no number', { threshold: '80' }, 'threshold'],
    ['no name', { name: '  ' }, 'name'],
  ])('with %s are rejected with the field name', async (_case, more, key) => {
    const answer = await owner.post('/alerts', body(more));
    expect([answer.status, errorsOf(answer)]).toEqual([400, [[1000, key]]]);
  });

  it('keep omitted fields, and changing the threshold also changes a clearing threshold equal to it', async () => {
    const { id } = await create();
    expect((await owner.put(`/alerts/${id}`, { threshold: 60 })).status).toBe(200);
    expect(await item(id)).toMatchObject({ threshold: 60, clearAt: 60, name: 'busy' });
    await owner.put(`/alerts/${id}`, { clearAt: 30 });
    await owner.put(`/alerts/${id}`, { threshold: 70, name: 'calm' });
    expect(await item(id)).toMatchObject({ threshold: 70, clearAt: 30, name: 'calm' });
    expect(errorsOf(await owner.put(`/alerts/${id}`, { threshold: 20 }))).toEqual([
      [1000, 'clearAt'],
    ]);
    await owner.delete(`/alerts/${id}`);
  });

  it('aren’t found for another user’s alert or server', async () => {
    const { id } = await create();
    const missing = '00000000-0000-4000-8000-000000000000';
    const calls = [
      ['GET', ''],
      ['PUT', '', { name: 'mine' }],
      ['DELETE', ''],
      ['POST', '/acknowledge', { serverId }],
      ['POST', '/test'],
      ['POST', '/secret'],
      ['GET', '/events'],
      ['GET', '/deliveries'],
    ] as const;
    for (const [method, path, sent] of calls) {
      const notOwned = await otherUser.call(method, `/alerts/${id}${path}`, sent);
      const missingAnswer = await otherUser.call(method, `/alerts/${missing}${path}`, sent);
      expect([notOwned.status, notOwned.text.replaceAll(id, '')], `${method} ${path}`).toEqual([
        404,
        missingAnswer.text.replaceAll(missing, ''),
      ]);
    }
    expect((await otherUser.post('/alerts', body())).status).toBe(404);
    expect((await otherUser.get<{ total: number }>('/alerts')).body.total).toBe(0);
    await owner.delete(`/alerts/${id}`);
  });
});
