import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clock, shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { addPriceList, type Subject, setSpans } from '../../pricing/server/index.ts';

interface Report {
  items: {
    subject: string;
    item: string;
    quantity: string;
    unit: string;
    email: string;
    transition: string;
    hours: number | null;
    amount: string;
    currency: string;
  }[];
  total: number;
  next: string | null;
  account: { email: string };
  totals: { currency: string; amount: string; billed: string }[];
}
type MeteredItems = Parameters<typeof setSpans>[2];

const hour = 3_600_000;
/** The first day of last month. */
const start = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1));
const period = start.toISOString().slice(0, 7);
const monthAfter = (months: number) =>
  new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1))
    .toISOString()
    .slice(0, 7);

let app: TestApp;
let user: TestClient;
let subAccount: TestClient;
let otherUser: TestClient;
const db = () => app.portal.services.database.db;
const setClock = (moment: Date) => shiftClock(moment.getTime() - Date.now());
const subjectOf = (client: TestClient, name: string): Subject => ({
  type: 'server',
  id: randomUUID(),
  name,
  ownerId: client.userId,
  siteId: app.siteId,
});
const setUsage = (subject: Subject, items: MeteredItems) =>
  db()
    .transaction()
    .execute((transaction) => setSpans({ db: transaction, clock }, subject, items));
const report = async (query = '', client = user) =>
  (await client.get<Report>(`/usage?period=${period}${query}`)).body;

beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  await db().updateTable('site').set({ time_zone: 'UTC' }).execute();
  user = await app.signInAs('user', { email: 'uses@example.test' });
  subAccount = await app.signInAs('user', { email: 'child@example.test', parentId: user.userId });
  otherUser = await app.signInAs('user');
  const [hourly, monthly, subAccountSubject] = [
    subjectOf(user, 'web-hourly'),
    subjectOf(user, 'db-monthly'),
    subjectOf(subAccount, 'child-web'),
  ];
  setClock(start);
  await setUsage(monthly, [{ item: 'cpu.B', quantity: '4', mode: 'monthly', powerState: 'on' }]);
  await setUsage(hourly, [{ item: 'cpu.B', quantity: '2', mode: 'hourly', powerState: 'on' }]);
  setClock(new Date(start.getTime() + 10 * hour));
  await setUsage(hourly, []);
  setClock(new Date(start.getTime() + 15 * 24 * hour));
  await setUsage(subAccountSubject, [
    { item: 'ram.gb', quantity: '8', mode: 'monthly', powerState: 'on' },
  ]);
  shiftClock(0);
}, 60_000);
afterAll(() => app.close());
afterEach(() => shiftClock(0));

describe('a usage report', () => {
  it('has a row for each part, of the account and its sub-accounts, with how the cost was calculated', async () => {
    const { items, account } = await report('&sorting=subject');
    expect(account.email).toBe('uses@example.test');
    expect(
      items.map(({ subject, transition, hours, email }) => [subject, transition, hours, email]),
    ).toEqual([
      ['child-web', 'partialMonthly', null, 'child@example.test'],
      ['db-monthly', 'fullMonthMonthly', null, 'uses@example.test'],
      ['web-hourly', 'hourly', 10, 'uses@example.test'],
    ]);
    expect((await report('', subAccount)).items.map(({ subject }) => subject)).toEqual([
      'child-web',
    ]);
  });

  it('uses the correct plural of units, in both languages', async () => {
    const unitsOf = async () =>
      (await report('&sorting=subject')).items.map(({ quantity, unit }) => `${quantity} ${unit}`);
    expect(await unitsOf()).toEqual(['8 GB', '4 cores', '2 cores']);
    await user.put('/header/language', { language: 'he' });
    expect(await unitsOf()).toEqual(['8 GB', '4 ליבות', '2 ליבות']);
    await user.put('/header/language', { language: 'en' });
  });

  it('matches the bill, and its rows add up to its total', async () => {
    const now = (await user.get<Report>(`/usage?period=${monthAfter(1)}`)).body;
    const { body } = await user.get<{ totals: { amount: string; currency: string }[] }>(
      '/billing/monthToDate',
    );
    expect(now.totals.map(({ currency, billed }) => ({ currency, amount: billed }))).toEqual(
      body.totals.map(({ currency, amount }) => ({ currency, amount })),
    );
    const { totals, items } = await report();
    const sum = items.reduce((total, { amount }) => total + Number(amount), 0);
    expect(Number(totals[0]?.amount)).toBeCloseTo(sum, 9);
    const hourly = await report('&transition=hourly');
    expect(hourly.items.map(({ subject }) => subject)).toEqual(['web-hourly']);
    expect(Number(hourly.totals[0]?.amount)).toBeCloseTo(Number(hourly.items[0]?.amount), 9);
    expect(hourly.totals[0]?.billed).toBe(totals[0]?.billed);
    expect((await report('&transition=annually')).total).toBe(0);
  });

  it('shows one-time purchases in the month in which they are charged, and usage while off with its own price', async () => {
    const buyer = await app.signInAs('user', { email: 'buys@example.test' });
    const office = {
      code: 'image.office',
      resource: { en: 'Office', he: 'Office', ar: 'Office' },
      unit: { en: 'server', he: 'שרת', ar: 'server' },
      hourly: null,
      monthly: '15.50',
    };
    const memory = {
      code: 'ram.gb',
      resource: { en: 'Memory', he: 'זיכרון', ar: 'Memory' },
      unit: { en: 'GB', he: 'GB', ar: 'GB' },
      hourly: '0.0035',
      monthly: '2.1',
    };
    await addPriceList(
      { db: db() },
      {
        ...{
          siteId: app.siteId,
          name: 'Buyers',
          currency: 'USD',
          validFrom: new Date(start.getTime() - hour),
        },
        items: [
          { ...office, poweredOff: 'charge', isPurchase: true },
          { ...memory, poweredOff: 'priced', offHourly: '0.00035', offMonthly: '0.21' },
        ],
      },
    );
    await sql`insert into price_list_grant (user_id, list_site_id, list_name, granted_at) values (${buyer.userId}, ${app.siteId}, 'Buyers', now())`.execute(
      db(),
    );
    const server = subjectOf(buyer, 'bought');
    const memoryOff = { item: 'ram.gb', quantity: '8', mode: 'hourly', powerState: 'off' } as const;
    setClock(new Date(start.getTime() + 3 * 24 * hour));
    await setUsage(server, [
      { item: 'image.office', quantity: '1', mode: 'monthly', powerState: 'on' },
      memoryOff,
    ]);
    setClock(new Date(start.getTime() + 4 * 24 * hour));
    await setUsage(server, [
      { item: 'image.office', quantity: '1', mode: 'monthly', powerState: 'on' },
    ]);
    shiftClock(0);
    const rows = (all: Report) =>
      all.items
        .map(({ item, transition, hours, amount }) => [item, transition, hours, amount])
        .sort();
    const bothLines = [
      ['image.office', 'purchase', null, '15.5'],
      ['ram.gb.off', 'hourly', 24, '0.0672'],
    ];
    expect(rows(await report('', buyer))).toEqual(bothLines);
    const purchases = await report('&transition=purchase', buyer);
    expect(rows(purchases)).toEqual(bothLines.slice(0, 1));
    expect(purchases.totals).toMatchObject([{ amount: '15.5', billed: '15.57' }]);
    expect((await report('&transition=fullMonthMonthly', buyer)).total).toBe(0);
    expect(
      (await buyer.get<Report>(`/usage?period=${monthAfter(1)}&transition=purchase`)).body.total,
    ).toBe(0);
    const csv = await buyer.get(`/usage/download?period=${period}&transition=purchase`);
    expect(csv.text.trim().split('\r\n')[1]).toMatch(
      /^buys@example\.test,server,bought,Office,1,server,purchase,/,
    );
  });

  it('can be searched, sorted and paged', async () => {
    expect((await report('&filter=MONTHLY')).items.map(({ subject }) => subject)).toEqual([
      'db-monthly',
    ]);
    expect((await report('&sorting=-amount')).items[0]?.subject).toBe('db-monthly');
    const first = await report('&size=5&sorting=subject');
    expect([first.total, first.next]).toEqual([3, null]);
  });

  it('of a past or future month is empty, and an invalid month or kind of usage is rejected at its field', async () => {
    expect((await user.get<Report>(`/usage?period=${monthAfter(-1)}`)).body).toMatchObject({
      total: 0,
      totals: [],
    });
    expect((await user.get<Report>(`/usage?period=${monthAfter(2)}`)).body).toMatchObject({
      total: 0,
      totals: [],
    });
    for (const [query, key] of [
      ['period=2031-13', 'period'],
      ['period=2031-04&transition=daily', 'transition'],
      ['period=2031-04&userId=me', 'userId'],
    ] as const) {
      const answer = await user.get(`/usage?${query}`);
      expect([answer.status, answer.body.errors?.[0]?.key], query).toEqual([400, key]);
    }
  });

  it('of another account is available to users with access to it', async () => {
    const readUsage = (client: TestClient, userId: string) =>
      client.get<Report>(`/usage?period=${period}&userId=${userId}`);
    expect(
      (await readUsage(user, subAccount.userId)).body.items.map(({ subject }) => subject),
    ).toEqual(['child-web']);
    expect((await readUsage(app.root, user.userId)).body.total).toBe(3);
    for (const path of ['', '/download'])
      expect(
        (await otherUser.get(`/usage${path}?period=${period}&userId=${user.userId}`)).status,
      ).toBe(404);
    for (const call of ['links', 'mail'])
      expect((await otherUser.post(`/usage/${call}`, { period, userId: user.userId })).status).toBe(
        404,
      );
    expect((await readUsage(subAccount, user.userId)).status).toBe(404);
  });

  it('is available as CSV at both of its URLs', async () => {
    const csv = await user.get(`/usage/download?period=${period}&transition=hourly`);
    expect(csv.headers.get('content-disposition')).toBe(
      `attachment; filename="usage-${period}.csv"`,
    );
    const lines = csv.text.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(
      /^uses@example\.test,server,web-hourly,.*,2,.*,hourly,\d{4}-\d\d-01T00:00:00\.000Z,.*,10,\d/,
    );
    const other = await fetch(`${app.address}/usage/download?period=${period}`, {
      headers: { cookie: user.cookie },
    });
    expect((await other.text()).trim().split('\r\n')).toHaveLength(4);
  });
});

describe('a report link', () => {
  const make = async (client = user) =>
    (
      await client.post<{ url: string; expiresAt: string }>('/usage/links', {
        period,
        transition: 'hourly',
      })
    ).body;
  const openLink = (url: string) => fetch(`${app.address}${new URL(url).pathname}`);

  it('returns the file to anyone with the link, for seven days', async () => {
    const { url, expiresAt } = await make();
    expect(new Date(expiresAt).getTime() - clock.now().getTime()).toBeGreaterThan(6.99 * 24 * hour);
    const answer = await openLink(url);
    expect(answer.status).toBe(200);
    expect((await answer.text()).trim().split('\r\n')).toHaveLength(2);
    expect((await openLink(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).status).toBe(
      404,
    );
    shiftClock(new Date(expiresAt).getTime() - Date.now() + 1000);
    expect((await openLink(url)).status).toBe(404);
  });

  it('is stored as a digest only, and can be revoked by its creator', async () => {
    const { url } = await make();
    const token = url.split('/').at(-1) ?? '';
    const { rows } = await sql<{
      whole: string;
    }>`select row_to_json(l)::text as whole from usage_link l`.execute(db());
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ whole }) => whole).join()).not.toContain(token);
    const others = await make(otherUser);
    expect((await user.delete<{ ended: number }>('/usage/links')).body.ended).toBeGreaterThan(0);
    expect([(await openLink(url)).status, (await openLink(others.url)).status]).toEqual([404, 200]);
  });

  it('stops working when its creator can no longer view the report', async () => {
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    const { body } = await parent.post<{ url: string }>('/usage/links', {
      period,
      transition: 'all',
      userId: subAccount.userId,
    });
    expect((await openLink(body.url)).status).toBe(200);
    await sql`update user_account set parent_id = null where id = ${subAccount.userId}`.execute(
      db(),
    );
    expect((await openLink(body.url)).status).toBe(404);
  });

  it('is deleted with the account that created it', async () => {
    const disabledUser = await app.signInAs('user');
    const { url } = await make(disabledUser);
    expect((await openLink(url)).status).toBe(200);
    await sql`update user_account set is_enabled = false where id = ${disabledUser.userId}`.execute(
      db(),
    );
    expect((await openLink(url)).status).toBe(404);
  });

  it('is limited to fifty, replacing the oldest', async () => {
    const many = await app.signInAs('user');
    const links: string[] = [];
    for (let index = 0; index < 52; index++) {
      shiftClock((index - 60) * 1000);
      links.push((await make(many)).url);
    }
    shiftClock(0);
    expect(
      await Promise.all(
        [0, 1, 2, 51].map(async (index) => (await openLink(links[index] ?? '')).status),
      ),
    ).toEqual([404, 404, 200, 200]);
  });

  it('is emailed to the caller only', async () => {
    expect((await user.post('/usage/mail', { period })).status).toBe(200);
    const { rows } = await sql<{ recipient: string }>`
      select m.to_address as recipient from mail_message m where m.kind = 'usage.report'`.execute(
      db(),
    );
    expect(rows).toEqual([{ recipient: 'uses@example.test' }]);
  });
});
