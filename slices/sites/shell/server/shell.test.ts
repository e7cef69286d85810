import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announce } from '../../../../server/platform/events/hub.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import {
  createInvoicingCompany,
  runMonth,
  setBillingProfile,
  useServer,
} from '../../../money/invoices/server/testing/month.ts';
import { createTestCompany } from '../../../money/ledger/server/testing/testCompany.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Reads a live stream until its output contains the text. Returns the whole output. */
async function readStream(
  client: TestClient,
  until: string,
  onOpen: () => Promise<void>,
): Promise<string> {
  const stop = new AbortController();
  const response = await fetch(`${app.address}/svc/events`, {
    headers: { cookie: client.cookie },
    signal: stop.signal,
  });
  let streamText = '';
  const decoder = new TextDecoder();
  let isOpen = false;
  for await (const chunk of response.body ?? []) {
    streamText += decoder.decode(chunk as Uint8Array, { stream: true });
    if (!isOpen && streamText.includes('event: hello')) {
      isOpen = true;
      await onOpen();
    }
    if (streamText.includes(until)) break;
  }
  stop.abort();
  return streamText;
}

describe('the menu', () => {
  it('lists only what the user can access, with titles in their language and their sections', async () => {
    type Menu = {
      menu: string[];
      titles: Record<string, { pageTitle: string }>;
      sections: { id: string }[];
      entries: { id: string; section: string }[];
    };
    const menu = (await app.root.get<Menu>('/header/menu')).body;
    expect(menu.menu).toContain('dashboard');
    expect(Object.keys(menu.titles).sort()).toEqual([...menu.menu].sort());
    expect(new Set(menu.entries.map((entry) => entry.section))).toEqual(
      new Set(menu.sections.map((section) => section.id)),
    );
    await app.root.put('/header/language', { language: 'he' });
    expect((await app.root.get<Menu>('/header/menu')).body.titles.dashboard?.pageTitle).toBe(
      'לוח בקרה',
    );
    await app.root.put('/header/language', { language: 'en' });
  });
});

describe('the dashboard', () => {
  interface Dashboard {
    servers: { total: number } | null;
    billingWork: { id: string; count: number; path: string }[] | null;
  }
  const read = async (client: TestClient) => (await client.get<Dashboard>('/dashboard')).body;
  const waitingWork = async (client: TestClient) =>
    Object.fromEntries((await read(client)).billingWork?.map(({ id, count }) => [id, count]) ?? []);

  it('shows billing administrators what needs attention in their companies, and nothing about servers', async () => {
    const { clerk, customer, path, run, period } = await createInvoicingCompany(app);
    const colleague = await app.signInAs('billingAdmin');
    expect(await read(clerk)).toMatchObject({
      servers: null,
      billingWork: [{ count: 0 }, { count: 0 }, { count: 0 }, { count: 0 }],
    });
    await setBillingProfile(customer);
    await clerk.post(`${path}/state`, { event: 'verify', reason: 'A test' });
    await customer.post('/billing/deposits', { amount: '25', currency: 'USD' });
    await useServer(app, customer.userId, period);
    expect(await waitingWork(clerk)).toEqual({ deposits: 1, approvals: 0, disputes: 0, months: 1 });
    await clerk.post(`${path}/payments`, {
      key: 'a-large-one',
      amount: '1500',
      currency: 'USD',
      reason: 'By transfer',
    });
    expect(await waitingWork(clerk)).toMatchObject({ approvals: 0 });
    expect(await waitingWork(app.root)).toEqual({
      deposits: 1,
      approvals: 1,
      disputes: 0,
      months: 1,
    });
    expect(await waitingWork(colleague)).toEqual({
      deposits: 0,
      approvals: 0,
      disputes: 0,
      months: 0,
    });
    await runMonth(clerk, run, false);
    expect(await waitingWork(clerk)).toMatchObject({ months: 1 });
    await runMonth(clerk, run);
    expect(await waitingWork(clerk)).toMatchObject({ months: 0 });
    expect(await read(customer)).toMatchObject({ servers: { total: 0 }, billingWork: null });
  });
});

describe('live events', () => {
  it('about billing reach the company’s billing administrators once they are assigned, and no other users', async () => {
    await sql`delete from company_site`.execute(app.portal.services.database.db);
    const { clerk, customer, path, companyId } = await createTestCompany(app);
    const colleague = await app.signInAs('billingAdmin');
    const credit = (key: string) =>
      app.root.post(`${path}/credits`, { key, amount: '5', currency: 'USD', reason: 'A test' });
    await readStream(
      clerk,
      `event: billing\ndata: {"id":"${customer.userId}"}`,
      async () => void (await credit('while-one-looks')),
    );
    const streamed = await readStream(
      colleague,
      `event: billing\ndata: {"id":"${customer.userId}"}`,
      async () => {
        await credit('of-no-business');
        await announce(app.portal.services.database.db, {
          topic: 'server',
          id: 'not-money',
          siteId: app.siteId,
          ownerId: customer.userId,
        });
        await app.root.put(`/companies/${companyId}/siteAdmin`, {
          siteIds: [app.siteId],
          adminIds: [clerk.userId, colleague.userId],
        });
        await credit('of-its-business');
      },
    );
    expect(streamed.match(/event: billing/g)).toHaveLength(1);
    expect(streamed.indexOf('event: resync')).toBeLessThan(streamed.indexOf('event: billing'));
    expect(streamed).not.toContain('not-money');
  });

  it('reach a user about their own objects and not about those of others', async () => {
    const mine = await app.signInAs('user');
    const other = await app.signInAs('user');
    const { db } = app.portal.services.database;
    const streamText = await readStream(mine, 'the-last', async () => {
      await announce(db, {
        topic: 'server',
        id: 'of-another',
        siteId: app.siteId,
        ownerId: other.userId,
      });
      await announce(db, {
        topic: 'server',
        id: 'of-mine',
        siteId: app.siteId,
        ownerId: mine.userId,
        data: { state: 'on' },
      });
      await announce(db, { topic: 'site', id: 'for-admins', siteId: app.siteId });
      await announce(db, { topic: 'notice', id: 'the-last' });
    });
    expect(streamText).toContain('event: server\ndata: {"id":"of-mine","state":"on"}');
    expect(streamText).not.toContain('of-another');
    expect(streamText).not.toContain('for-admins');
  });

  it('reach a parent account about its sub-accounts, and administrators about their site', async () => {
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    const admin = await app.signInAs('siteAdmin');
    const { db } = app.portal.services.database;
    const announceBoth = async () => {
      await announce(db, {
        topic: 'server',
        id: 'of-child',
        siteId: app.siteId,
        ownerId: subAccount.userId,
      });
      await announce(db, { topic: 'notice', id: 'the-last' });
    };
    expect(await readStream(parent, 'the-last', announceBoth)).toContain('of-child');
    expect(await readStream(admin, 'the-last', announceBoth)).toContain('of-child');
  });

  it('aren’t sent for a change that was rolled back', async () => {
    const streamText = await readStream(app.root, 'the-last', async () => {
      const { db } = app.portal.services.database;
      const rolledBack = db.transaction().execute(async (trx) => {
        await announce(trx, { topic: 'server', id: 'never-was' });
        throw new Error('no');
      });
      await expect(rolledBack).rejects.toThrow('no');
      await announce(db, { topic: 'notice', id: 'the-last' });
    });
    expect(streamText).not.toContain('never-was');
  });
});

describe('crash reports', () => {
  it('are stored for signed-in users and limited per address', async () => {
    const client = await app.signInAs('user');
    expect(
      (await client.post('/catchCrash', { message: 'it broke', page: '/servers' })).body,
    ).toEqual({ received: true });
    const row = await app.portal.services.database.db
      .selectFrom('crash_report')
      .selectAll()
      .where('user_id', '=', client.userId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ message: 'it broke', page: '/servers' });
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => client.post('/catchCrash', { message: 'again' })),
    );
    const rejected = answers.filter((answer) => answer.status === 429);
    expect(rejected.length).toBeGreaterThanOrEqual(5);
    expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('from anonymous callers aren’t stored', async () => {
    const count = () =>
      app.portal.services.database.db
        .selectFrom('crash_report')
        .select((select) => select.fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
    const before = await count();
    await app.anonymous().post('/catchCrash', { message: 'x' });
    expect(await count()).toEqual(before);
  });
});

describe('monitoring', () => {
  it('provides health, readiness and metrics', async () => {
    const anonymous = app.anonymous();
    expect((await anonymous.get('/health')).body).toEqual({ status: 'ok' });
    expect((await anonymous.get('/ready')).body).toEqual({ status: 'ready' });
    const metrics = await anonymous.get('/metrics');
    expect(metrics.text).toMatch(
      /cloudberth_call_seconds_count\{operation="health",status="2xx"\} \d+/,
    );
  });

  it('requires the token for metrics if one is set', async () => {
    app.portal.services.config.metricsToken = 'a-metrics-token';
    const rejected = await app.anonymous().get('/metrics');
    expect(rejected.status).toBe(403);
    expect(rejected.text).toContain('This endpoint requires the metrics token.');
    expect(rejected.text).not.toContain('permission');
    expect(
      (
        await app
          .anonymous()
          .call('GET', '/metrics', undefined, { authorization: 'Bearer a-metrics-token' })
      ).status,
    ).toBe(200);
    app.portal.services.config.metricsToken = undefined;
  });
});

describe('the logo', () => {
  it('is drawn from the system name until the site has its own, and can’t run scripts', async () => {
    const { db } = app.portal.services.database;
    await db.updateTable('site').set({ system_name: 'A<b>&Co' }).execute();
    app.portal.sites.forget();
    const answer = await app.anonymous().get('/logo?t=1');
    expect(answer.headers.get('content-type')).toContain('image/svg+xml');
    expect(answer.text).toContain('A&#60;b&#62;&#38;Co');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });
});
