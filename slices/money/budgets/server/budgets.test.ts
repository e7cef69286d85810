import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { mailsTo } from '../../../../server/testing/outbox.ts';
import { recordStatements } from '../../../../server/testing/recordStatements.ts';
import { systemOf } from '../../dunning/server/testing/debts.ts';
import { addPriceList } from '../../pricing/server/index.ts';
import { checkDue } from './jobs.ts';
import { at, cores, setUsage, tagServer, traffic } from './testing/usage.ts';

interface Item {
  id: string;
  state: string;
  amount: string;
  currency: string;
  setBy: string | null;
  blockedUntil: string | null;
  figures: { month: string; spent: string; forecast: string; otherCurrencies: string[] } | null;
  thresholds: { basis: string; percent: number; firedAt: string | null; isBlocking: boolean }[];
  actions: Record<'change' | 'remove' | 'lift', string | null>;
}
interface Event {
  at: string;
  month: string;
  basis: string;
  percent: number;
  spent: string;
  forecast: string;
  amount: string;
  end: string | null;
  liftedBy: string | null;
}
interface BudgetFields {
  name?: string;
  userId?: string;
  tag?: string;
  amount?: string;
  thresholds?: object[];
}

let app: TestApp;
let owner: TestClient;
const db = () => app.portal.services.database.db;

beforeAll(async () => {
  // Without a worker, so that the tests trigger the checks.
  app = await startTestApp({ role: 'api' });
});
beforeEach(async () => {
  owner = await app.signInAs('user');
});
afterEach(async () => {
  shiftClock(0);
  await sql`delete from budget`.execute(db());
});
afterAll(() => app.close());

const actualThreshold = (percent: number, actions: object = {}) => ({
  basis: 'actual',
  percent,
  blocks: false,
  powersOff: false,
  ...actions,
});
const forecast = (percent: number) => ({ ...actualThreshold(percent), basis: 'forecast' });
const blockingThreshold = (percent: number) => actualThreshold(percent, { blocks: true });
/** Signs in at the site of the test's host and moves the user to another site. */
const elsewhere = async (
  role: 'siteAdmin' | 'billingAdmin' | 'user',
  siteId: string,
  parentId?: string,
): Promise<TestClient> => {
  const client = await app.signInAs(role, parentId ? { parentId } : {});
  await sql`update user_account set site_id = ${siteId} where id = ${client.userId}`.execute(db());
  return client;
};
const body = (fields: BudgetFields = {}) => ({
  name: 'Web shop',
  amount: '100',
  thresholds: [actualThreshold(80)],
  ...fields,
});
const set = async (fields: BudgetFields = {}, client = owner): Promise<string> => {
  const answer = await client.post<{ id: string }>('/budgets', body(fields));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
};
const item = async (id: string, client = owner) => (await client.get<Item>(`/budgets/${id}`)).body;
const events = async (id: string, client = owner) =>
  (await client.get<{ items: Event[] }>(`/budgets/${id}/events`)).body.items;
const runDueJobs = async () => {
  await sql`update budget set checked_at = checked_at - interval '1 hour'`.execute(db());
  await checkDue(await systemOf(app));
};
const mails = async (client = owner) =>
  (await mailsTo(app.portal, client.email)).filter(({ kind }) => kind.startsWith('budget.'));

describe('a budget', () => {
  const errorSummary = ({
    status,
    body: { code, errors },
  }: {
    status: number;
    body: { code?: number[]; errors?: { key?: string }[] };
  }) => [status, code?.[0], errors?.[0]?.key];

  it.each([
    ['of nothing', { amount: '0' }, 'amount'],
    ['of nothing with decimals', { amount: '0.00' }, 'amount'],
    ['below nothing', { amount: '-5' }, 'amount'],
    ['of no number', { amount: 'NaN' }, 'amount'],
    ['without end', { amount: 'Infinity' }, 'amount'],
    ['that is a power', { amount: '1e9' }, 'amount'],
    ['without a name', { name: '' }, 'name'],
    ['of an empty tag', { tag: '' }, 'tag'],
    ['that nothing follows from', { thresholds: [] }, 'thresholds'],
    ['at zero percent', { thresholds: [actualThreshold(0)] }, 'thresholds.0.percent'],
    ['at half a percent', { thresholds: [actualThreshold(0.5)] }, 'thresholds.0.percent'],
    ['far beyond the limit', { thresholds: [actualThreshold(1001)] }, 'thresholds.0.percent'],
    [
      'with a threshold twice',
      { thresholds: [actualThreshold(80), forecast(80), blockingThreshold(80)] },
      'thresholds.2.percent',
    ],
    [
      'of many thresholds',
      { thresholds: Array.from({ length: 21 }, (_, index) => actualThreshold(index + 1)) },
      'thresholds',
    ],
  ])('%s is rejected, naming the field', async (_case, fields, key) => {
    const answer = await owner.post('/budgets', body(fields as BudgetFields));
    expect([answer.status, answer.body.errors?.[0]?.key]).toEqual([400, key]);
  });

  it('is in its owner’s currency, with the precision of its minor unit', async () => {
    const answer = await owner.post('/budgets', body({ amount: '5.001' }));
    expect(errorSummary(answer as never)).toEqual([422, 2810, 'amount']);
    expect(await item(await set({ amount: '5.1' }))).toMatchObject({
      amount: '5.10',
      currency: 'USD',
      state: 'ok',
    });
  });

  it('is limited to fifty per owner', async () => {
    await set();
    await sql`
      insert into budget (id, owner_id, name, amount, currency, authority, created_at)
      select gen_random_uuid(), ${owner.userId}, 'more', 1, 'USD', 0, now() from generate_series(1, 49)`.execute(
      db(),
    );
    expect(errorSummary((await owner.post('/budgets', body())) as never)).toEqual([
      422,
      2871,
      undefined,
    ]);
  });

  it('can be viewed and changed by its owner, the parent account and the administrators above, and isn’t found by others', async () => {
    const siteId = await app.makeSite('A shop');
    const [parent, admin] = [await elsewhere('user', siteId), await elsewhere('siteAdmin', siteId)];
    const subAccount = await elsewhere('user', siteId, parent.userId);
    const otherSite = await app.makeSite('Another shop');
    const otherClients = [
      owner,
      await elsewhere('billingAdmin', siteId),
      await elsewhere('siteAdmin', otherSite),
      await elsewhere('user', siteId, (await elsewhere('user', siteId)).userId),
    ];
    const id = await set({}, subAccount);
    for (const otherClient of otherClients) {
      expect(
        (await otherClient.get<{ items: unknown[] }>('/budgets?size=0')).body.items,
        otherClient.email,
      ).toEqual([]);
      const answers = [
        await otherClient.get(`/budgets/${id}`),
        await otherClient.get(`/budgets/${id}/events`),
        await otherClient.get(`/budgets/options?email=${subAccount.email}`),
        await otherClient.put(`/budgets/${id}`, { amount: '1' }),
        await otherClient.post(`/budgets/${id}/lift`, {}),
        await otherClient.delete(`/budgets/${id}`),
        await otherClient.post('/budgets', body({ userId: subAccount.userId })),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    for (const client of [subAccount, parent, admin, app.root]) {
      const options = await client.get<object>(
        `/budgets/options?email=${subAccount.email.toUpperCase()}`,
      );
      expect(options.body).toMatchObject({
        user: { id: subAccount.userId },
        currency: 'USD',
        setsForOthers: client !== subAccount,
      });
      expect(
        (await client.get<{ items: Item[] }>(`/budgets?user=${subAccount.userId}`)).body.items.map(
          (one) => one.id,
        ),
      ).toEqual([id]);
      expect((await client.put(`/budgets/${id}`, { name: `By ${client.email}` })).status).toBe(200);
    }
    expect((await subAccount.delete(`/budgets/${id}`)).status).toBe(200);
    expect((await subAccount.get(`/budgets/${id}`)).status).toBe(404);
  });

  it('created by an administrator can be viewed by its account and changed by administrators of the same level', async () => {
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    const byParent = await set({ userId: subAccount.userId }, parent);
    const byRoot = await set({ userId: subAccount.userId }, app.root);
    const attemptsOn = async (client: TestClient, id: string) =>
      Promise.all([
        client.put(`/budgets/${id}`, { amount: '900' }),
        client.post(`/budgets/${id}/lift`, {}),
        client.put(`/budgets/${id}`, { name: 'x' }),
      ]).then((answers) => answers.map((answer) => answer.body.code?.[0]));
    expect(await attemptsOn(subAccount, byParent)).toEqual([2872, 2872, 2872]);
    expect(await attemptsOn(subAccount, byRoot)).toEqual([2872, 2872, 2872]);
    expect(await attemptsOn(parent, byRoot)).toEqual([2872, 2872, 2872]);
    expect((await subAccount.delete(`/budgets/${byParent}`)).body.code).toEqual([2872]);
    expect(await item(byRoot, parent)).toMatchObject({
      setBy: 'root@example.test',
      actions: { change: expect.stringContaining('root@example.test') },
    });
    expect(await attemptsOn(parent, byParent)).toEqual([undefined, 2873, undefined]);
    expect(await item(byParent, parent)).toMatchObject({
      setBy: parent.email,
      actions: { change: null, remove: null },
    });
    expect((await parent.post('/budgets', body({ userId: app.root.userId }))).status).toBe(404);
  });
});

describe('actual and forecast cost', () => {
  it('match the billing code for past hours, remaining hours and fees charged in advance', async () => {
    // 504 of 720 hours at 0.009. The last 120 hours of the month are beyond the limit of 5.40.
    await setUsage(app, owner.userId, '2031-04-01T00:00:00Z', [cores(1)]);
    // 24 of 240 hours at 0.90, and 10/30 of 2.00, once.
    await setUsage(app, owner.userId, '2031-04-21T00:00:00Z', [cores(100), traffic]);
    // Ten hours, ended, so nothing is added to the forecast.
    const ended = await setUsage(app, owner.userId, '2031-04-21T08:00:00Z', [cores(10)]);
    await setUsage(app, owner.userId, '2031-04-21T18:00:00Z', [], { id: ended });
    await at(app, '2031-04-21T23:59:30Z');
    const id = await set({ amount: '1000' });
    const expected = { month: '2031-04', spent: '27.71', forecast: '222.97', otherCurrencies: [] };
    expect((await item(id)).figures).toMatchObject(expected);
    const monthToDate = await owner.get<{ totals: object[] }>('/billing/monthToDate');
    expect(monthToDate.body.totals).toEqual([
      { amount: expected.spent, projected: expected.forecast, currency: 'USD' },
    ]);
  });

  it('include only the account and its sub-accounts', async () => {
    const subAccount = await app.signInAs('user', { parentId: owner.userId });
    const otherUser = await app.signInAs('user');
    await setUsage(app, subAccount.userId, '2031-04-10T00:00:00Z', [cores(100)]);
    await setUsage(app, otherUser.userId, '2031-04-10T00:00:00Z', [cores(100)]);
    await setUsage(app, owner.userId, '2031-04-10T00:00:00Z', [cores(10)]);
    await at(app, '2031-04-10T09:59:30Z');
    expect((await item(await set())).figures).toMatchObject({ spent: '9.90' });
    expect((await item(await set({}, subAccount), subAccount)).figures).toMatchObject({
      spent: '9.00',
    });
  });

  it('for a tag include servers that have the tag now, and deleted ones that had it', async () => {
    const taggedServer = await setUsage(app, owner.userId, '2031-04-10T00:00:00Z', [cores(100)]);
    const other = await setUsage(app, owner.userId, '2031-04-10T00:00:00Z', [cores(10)]);
    await tagServer(app, owner.userId, taggedServer, ['shop', 'web']);
    await tagServer(app, owner.userId, other, ['blog']);
    await at(app, '2031-04-10T09:59:30Z');
    const [shop, blog] = [await set({ tag: 'shop' }), await set({ tag: 'blog' })];
    const spent = async () => [
      (await item(shop)).figures?.spent,
      (await item(blog)).figures?.spent,
    ];
    expect(await spent()).toEqual(['9.00', '0.90']);
    await tagServer(app, owner.userId, other, ['other']);
    await sql`delete from server where id = ${taggedServer}`.execute(db());
    await runDueJobs();
    expect(await spent()).toEqual(['9.00', '0.00']);
  });

  it('for a tag include a server changed by a sub-account, even if it is deleted before the next check', async () => {
    const subAccount = await app.signInAs('user', { parentId: owner.userId });
    const budget = await set({ tag: 'shop' });
    const taggedServer = await setUsage(app, subAccount.userId, '2031-04-10T00:00:00Z', [
      cores(100),
    ]);
    await tagServer(app, subAccount.userId, taggedServer, []);
    await at(app, '2031-04-10T09:59:30Z');
    expect(await subAccount.put(`/servers/${taggedServer}/tags`, { tags: ['shop'] })).toMatchObject(
      {
        status: 200,
      },
    );
    await sql`delete from server where id = ${taggedServer}`.execute(db());
    await runDueJobs();
    expect((await item(budget)).figures).toMatchObject({ spent: '9.00' });
  });

  it('list costs in another currency without adding them', async () => {
    const siteId = await app.makeSite('A shop of two currencies');
    const client = await elsewhere('user', siteId);
    await setUsage(app, client.userId, '2031-04-10T00:00:00Z', [cores(100)], { siteId });
    const item1 = {
      code: 'cpu.B',
      resource: { en: 'x', he: 'x' },
      unit: { en: 'x', he: 'x' },
      hourly: '1',
      monthly: null,
      poweredOff: 'free',
    };
    await addPriceList(
      { db: db() },
      {
        siteId,
        currency: 'ILS',
        validFrom: new Date('2031-04-10T01:00:00Z'),
        items: [item1 as never],
      },
    );
    await setUsage(app, client.userId, '2031-04-10T05:00:00Z', [cores(7)], { siteId });
    await at(app, '2031-04-10T09:59:30Z');
    const id = await set({}, client);
    expect(await item(id, client)).toMatchObject({
      currency: 'ILS',
      figures: { spent: '35.00', otherCurrencies: ['USD'] },
    });
  });

  it('need the same number of statements for one budget and for many', async () => {
    // Only budget events are counted, because the site or datacenter may be refetched concurrently.
    const count = async () =>
      (await recordStatements(runDueJobs)).filter(({ text }) => text.includes('budget')).length;
    await set();
    const countForOne = await count();
    for (let more = 0; more < 20; more++)
      await set({ tag: more % 2 ? 'shop' : undefined } as BudgetFields, await app.signInAs('user'));
    expect(await count()).toBe(countForOne);
  });
});

describe('a threshold', () => {
  it('is reported once, even with parallel checks, with the cost that reached it', async () => {
    await setUsage(app, owner.userId, '2031-04-10T00:00:00Z', [cores(100)]);
    await at(app, '2031-04-10T00:59:30Z');
    const id = await set({
      amount: '10',
      thresholds: [actualThreshold(50), actualThreshold(80), actualThreshold(100), forecast(100)],
    });
    // 0.90 is spent and 504 hours remain, so the forecast notice is sent immediately, in one email.
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Budget Web shop: 100% (forecast) reached',
    ]);
    expect(await item(id)).toMatchObject({
      state: 'forecastOver',
      figures: { spent: '0.90', forecast: '453.60' },
    });
    await at(app, '2031-04-10T08:59:30Z');
    const ctx = await systemOf(app);
    await Promise.all(Array.from({ length: 6 }, () => checkDue(ctx)));
    await runDueJobs();
    expect(await events(id)).toMatchObject([
      { basis: 'actual', percent: 80, spent: '8.10', amount: '10.00', month: '2031-04', end: null },
      { basis: 'actual', percent: 50, spent: '8.10' },
      { basis: 'forecast', percent: 100, spent: '0.90', forecast: '453.60' },
    ]);
    const [latest, ...earlier] = await mails();
    expect(earlier).toHaveLength(1);
    expect(latest).toMatchObject({
      kind: 'budget.reached',
      subject: 'Budget Web shop: 50%, 80% reached',
    });
    expect(latest?.text).toContain('8.10 USD');
    expect(
      (await item(id)).thresholds.filter(({ firedAt }) => firedAt).map(({ percent }) => percent),
    ).toEqual([50, 80, 100]);
  });

  it('is recorded once by the database itself, even if checks run concurrently', async () => {
    await setUsage(app, owner.userId, '2031-04-10T00:00:00Z', [cores(100)]);
    await at(app, '2031-04-10T08:59:30Z');
    const id = await set({ amount: '10', thresholds: [actualThreshold(80)] });
    await expect(
      sql`insert into budget_event (budget_id, at, month, month_ends, basis, percent, blocks, powers_off, spent, forecast, amount, currency)
        select budget_id, at, month, month_ends, basis, percent, blocks, powers_off, spent, forecast, amount, currency from budget_event where budget_id = ${id}`.execute(
        db(),
      ),
    ).rejects.toThrow('budget_event_once');
  });

  it('can be reached again in the next month, which starts at zero', async () => {
    await setUsage(app, owner.userId, '2031-04-10T00:00:00Z', [cores(100)]);
    await at(app, '2031-04-10T08:59:30Z');
    const id = await set({ amount: '10', thresholds: [blockingThreshold(80)] });
    expect(await item(id)).toMatchObject({
      state: 'blocking',
      blockedUntil: '2031-05-01T00:00:00.000Z',
    });
    await at(app, '2031-05-01T00:00:10Z');
    expect(await item(id)).toMatchObject({ state: 'unchecked', figures: null, blockedUntil: null });
    await checkDue(await systemOf(app));
    expect(await item(id)).toMatchObject({
      state: 'forecastOver',
      figures: { month: '2031-05', spent: '0.90' },
      thresholds: [{ firedAt: null }],
    });
    await at(app, '2031-05-01T08:59:30Z');
    await checkDue(await systemOf(app));
    expect(await events(id)).toMatchObject([
      { month: '2031-05', end: null },
      { month: '2031-04', end: 'month' },
    ]);
    expect(await mails()).toHaveLength(2);
  });

  it('no longer applies when the budget is raised above it, and can be reached again, but not after a rename', async () => {
    await setUsage(app, owner.userId, '2031-04-10T00:00:00Z', [cores(100)]);
    await at(app, '2031-04-10T08:59:30Z');
    const id = await set({ amount: '10', thresholds: [blockingThreshold(80)] });
    await owner.put(`/budgets/${id}`, { name: 'Another', thresholds: [blockingThreshold(80)] });
    expect(await item(id)).toMatchObject({ state: 'blocking' });
    await owner.put(`/budgets/${id}`, { amount: '10.10' });
    expect(await item(id)).toMatchObject({ state: 'blocking' });
    await owner.put(`/budgets/${id}`, { amount: '20' });
    expect(await item(id)).toMatchObject({ state: 'forecastOver', blockedUntil: null });
    await owner.put(`/budgets/${id}`, { thresholds: [blockingThreshold(40)] });
    expect((await events(id)).map(({ percent, end }) => [percent, end])).toEqual([
      [40, null],
      [80, 'changed'],
    ]);
    await owner.put(`/budgets/${id}`, { amount: '10', thresholds: [blockingThreshold(80)] });
    expect((await events(id)).map(({ percent, end }) => [percent, end])).toEqual([
      [80, null],
      [40, 'changed'],
      [80, 'changed'],
    ]);
  });

  it('stops blocking when an authorized user lifts the block, and the owner is notified if someone else did', async () => {
    await setUsage(app, owner.userId, '2031-04-10T00:00:00Z', [cores(100)]);
    await at(app, '2031-04-10T08:59:30Z');
    const id = await set(
      {
        amount: '10',
        thresholds: [blockingThreshold(80), blockingThreshold(100)],
        userId: owner.userId,
      },
      app.root,
    );
    expect(await item(id)).toMatchObject({ state: 'blocking' });
    expect((await app.root.post(`/budgets/${id}/lift`, {})).status).toBe(200);
    expect(await item(id)).toMatchObject({ state: 'forecastOver', blockedUntil: null });
    expect(await events(id)).toMatchObject([
      { percent: 80, end: 'lifted', liftedBy: 'root@example.test' },
    ]);
    expect((await mails()).map(({ kind }) => kind)).toEqual(['budget.lifted', 'budget.acted']);
    // The administrator who set the budget was also notified, but not of their own actions.
    expect((await mails(app.root)).map(({ kind }) => kind)).toEqual(['budget.acted']);
    expect((await app.root.post(`/budgets/${id}/lift`, {})).body.code).toEqual([2873]);
    await runDueJobs();
    expect((await item(id)).state).toBe('forecastOver');
    await at(app, '2031-04-10T11:59:30Z');
    await runDueJobs();
    expect((await item(id)).state).toBe('blocking');
  });

  it('appears on the dashboards of the users concerned', async () => {
    const [otherUser, admin] = [await app.signInAs('user'), await app.signInAs('siteAdmin')];
    await setUsage(app, owner.userId, '2031-04-10T00:00:00Z', [cores(100)]);
    await at(app, '2031-04-10T08:59:30Z');
    const id = await set({ amount: '10', thresholds: [blockingThreshold(80), forecast(10)] });
    const readNotices = async (client: TestClient) =>
      (await client.get<{ news: { id: string }[] }>('/dashboard')).body.news.filter((one) =>
        one.id.startsWith('budget.'),
      );
    expect(await readNotices(owner)).toMatchObject([
      {
        severity: 'problem',
        text: 'The budget Web shop has reached 80%. New orders are blocked.',
        path: `/budgets/${id}`,
      },
    ]);
    expect(await readNotices(otherUser)).toEqual([]);
    expect(await readNotices(app.root)).toEqual([]);
    // Former administrators lose access to the budgets they set.
    await set({ userId: owner.userId, amount: '10' }, admin);
    expect(await readNotices(admin)).toHaveLength(1);
    await sql`update user_account set role = 'user' where id = ${admin.userId}`.execute(db());
    expect(await readNotices(admin)).toEqual([]);
    expect((await owner.get<{ items: Item[] }>('/budgets?state=reached')).body.items).toHaveLength(
      2,
    );
  });

  it('is recorded as an action of the portal, and one failing budget doesn’t stop the check', async () => {
    await setUsage(app, owner.userId, '2031-04-10T00:00:00Z', [cores(100)]);
    const id = await set({ amount: '10', thresholds: [actualThreshold(80)] });
    const broken = await set();
    await sql`update budget set currency = 'XXX1' where id = ${broken}`.execute(db());
    await sql`alter table budget add constraint broken check (currency = 'USD' or checked_at < '2031-04-10T08:00:00Z') not valid`.execute(
      app.administration.db,
    );
    await at(app, '2031-04-10T08:59:30Z');
    await checkDue(await systemOf(app));
    await sql`alter table budget drop constraint broken`.execute(app.administration.db);
    expect(await item(id)).toMatchObject({ state: 'forecastOver', figures: { spent: '8.10' } });
    const { rows } = await sql<{ operation: string }>`
      select operation from audit_entry where target_type = 'budget' and target_id = ${id} order by id desc limit 1`.execute(
      db(),
    );
    expect(rows).toEqual([{ operation: 'budgets.check' }]);
  });
});
