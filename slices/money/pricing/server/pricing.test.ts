import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ownReach, readReach } from '../../../../server/platform/access/objectAccess.ts';
import { clock, shiftClock } from '../../../../server/platform/clock.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import type { RequestedItem } from '../rules.ts';
import { costToDate, monthToDateTotal } from './bills/monthToDate.ts';
import { defaultPrices } from './defaultPrices.ts';
import { addPriceList, seedPriceList } from './priceList.ts';
import { setSpans } from './rating/spans.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await seedPriceList({ db: app.portal.services.database.db }, app.siteId);
});
afterAll(() => app.close());
afterEach(() => shiftClock(0));

const usage = (item: string, quantity: string): RequestedItem => ({
  item,
  quantity,
  mode: 'hourly',
  powerState: 'on',
});

const database = () => ({ db: app.portal.services.database.db, clock });

/** Moves the clock to a time in June 2026. */
const at = (time: string) => shiftClock(Date.parse(`2026-06-${time}Z`) - Date.now());

async function meter(
  owner: TestClient,
  items: RequestedItem[],
  subjectId: string = randomUUID(),
  siteId = app.siteId,
): Promise<string> {
  const subject = {
    type: 'server' as const,
    id: subjectId,
    name: 'web-1',
    ownerId: owner.userId,
    siteId,
  };
  await app.portal.services.database.db
    .transaction()
    .execute((db) => setSpans({ db, clock }, subject, items));
  return subjectId;
}

interface Prices {
  currency: string;
  version: number;
  groups: {
    group: string;
    title: string;
    items: { code: string; title: string; hourly: string | null; monthly: string | null }[];
  }[];
}

describe('the price list', () => {
  it('is in the user’s language and grouped', async () => {
    const client = await app.signInAs('user');
    const { body } = await client.get<Prices>('/pricing');
    expect(body).toMatchObject({ currency: 'USD', version: 1 });
    expect(body.groups[0]).toMatchObject({ group: 'cpu', title: 'CPUs' });
    expect(body.groups[0]?.items[1]).toMatchObject({
      code: 'cpu.B',
      title: 'CPU type B, general purpose',
      hourly: '0.009',
      monthly: '5.4',
    });
    await client.put('/header/language', { language: 'he' });
    expect((await client.get<Prices>('/pricing')).body.groups[0]?.title).toBe('מעבדים');
  });

  it('of a site without its own list is inherited from the site above until it has one', async () => {
    const { db } = app.portal.services.database;
    const siteId = await app.makeSite('Reseller');
    await db
      .updateTable('site')
      .set({ hosts: ['127.0.0.1'] })
      .where('id', '=', siteId)
      .execute();
    app.portal.sites.forget();
    const client = await app.signInAs('user', { siteId });
    expect((await client.get<Prices>('/pricing')).body.currency).toBe('USD');
    const items = defaultPrices.slice(0, 1);
    await addPriceList(
      { db },
      { siteId, currency: 'ILS', validFrom: new Date(Date.now() - 1000), items },
    );
    await addPriceList(
      { db },
      { siteId, currency: 'EUR', validFrom: new Date(Date.now() + 3_600_000), items },
    );
    expect((await client.get<Prices>('/pricing')).body).toMatchObject({
      currency: 'ILS',
      version: 1,
    });
    shiftClock(3_600_000);
    expect((await client.get<Prices>('/pricing')).body).toMatchObject({
      currency: 'EUR',
      version: 2,
    });
    await db.updateTable('site').set({ hosts: [] }).where('id', '=', siteId).execute();
    app.portal.sites.forget();
  });

  it('is created once, even with many parallel requests', async () => {
    const { db } = app.portal.services.database;
    await Promise.all(Array.from({ length: 8 }, () => seedPriceList({ db }, app.siteId)));
    expect((await app.root.get<Prices>('/pricing')).body.version).toBe(1);
  });
});

describe('an estimate', () => {
  const items = [
    { item: 'cpu.B', quantity: '2', mode: 'hourly' },
    { item: 'ram.gb', quantity: '4', mode: 'hourly' },
    { item: 'traffic.t5000', quantity: '1', mode: 'hourly' },
  ];
  const estimatePrice = (body: unknown) =>
    app.root.post<Record<string, unknown>>('/pricing/estimate', body);

  it('has the hourly price, and the monthly price up to the limit', async () => {
    const { body } = await estimatePrice({ items });
    expect(body).toMatchObject({ hourly: '0.032', monthly: '28.20', hours: 744, currency: 'USD' });
    expect(body.lines).toMatchObject([
      { item: 'cpu.B', hourly: '0.018', monthly: '10.80', capped: true },
      { item: 'ram.gb', hourly: '0.014', monthly: '8.40', capped: true },
      { item: 'traffic.t5000', mode: 'monthly', hourly: '0', monthly: '9.00', capped: false },
    ]);
  });

  it('for a number of hours is the price of that many hours', async () => {
    expect((await estimatePrice({ items, hours: 100 })).body).toMatchObject({
      hourly: '0.032',
      monthly: '12.20',
    });
  });

  it('of a server that is off omits items that are free while off', async () => {
    const { body } = await estimatePrice({
      items: [...items, { item: 'disk.gb', quantity: '50', mode: 'monthly' }].map((item) => ({
        ...item,
        powerState: 'off',
      })),
    });
    expect((body.lines as { item: string }[]).map((line) => line.item)).toEqual([
      'traffic.t5000',
      'disk.gb',
    ]);
    expect(body).toMatchObject({ hourly: '0', monthly: '12.00' });
  });

  it.each(['0', '-1', 'NaN', '1e308', '0.00001', '1000001', ''])(
    'rejects the quantity %j and names the field',
    async (quantity) => {
      const answer = await estimatePrice({ items: [{ item: 'cpu.B', quantity, mode: 'hourly' }] });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ key: 'items.0.quantity' }] },
      }); // expects one error, not two
    },
  );

  it.each([{ price: '0' }, { currency: 'ILS' }, { discount: '100' }])(
    'doesn’t accept %j from the client',
    async (extra) => {
      expect((await estimatePrice({ items: [{ ...items[0], ...extra }] })).status).toBe(400);
    },
  );

  it('names an item without a price', async () => {
    const answer = await estimatePrice({
      items: [{ item: 'cpu.Q', quantity: '1', mode: 'hourly' }],
    });
    expect(answer).toMatchObject({ status: 422, body: { code: [1600] } });
    expect(answer.body.errors?.[0]?.info).toContain('cpu.Q');
  });

  it('equals the bill for the same usage', async () => {
    const owner = await app.signInAs('user');
    at('01T00:00:00');
    const meteredItems = items.map(({ item, quantity }) => usage(item, quantity));
    const server = await meter(owner, meteredItems);
    at('30T23:30:00');
    const month = (await estimatePrice({ items })).body.monthly;
    const cost = await costToDate(
      { db: app.portal.services.database.db, clock, actor: null } as Context,
      [{ id: server }],
    );
    expect(cost.get(server)).toEqual({ amount: month, currency: 'USD' });
  });
});

interface MonthToDate {
  from: string;
  to: string;
  totals: { amount: string; projected: string; currency: string }[];
  subjects: { id: string; name: string; amount: string }[];
  subjectCount: number;
  groups: { group: string; amount: string }[];
  lines: {
    item: string;
    exact: string;
    amount: string;
    parts: { hours: number; quantity: string; amount: string; formula: string }[];
  }[];
}

describe('the month to date', () => {
  it('adds up by resource and by kind, and includes a forecast for the month', async () => {
    at('10T00:00:00');
    const owner = await app.signInAs('user');
    const first = await meter(owner, [usage('cpu.D', '2'), usage('disk.gb', '100')]);
    const second = await meter(owner, [usage('cpu.D', '1')]);
    at('10T04:30:00');
    const { body } = await owner.get<MonthToDate>('/billing/monthToDate');
    expect(body.from).toBe('2026-06-01T00:00:00.000Z');
    expect(body.totals).toEqual([{ amount: '0.35', projected: '35.28', currency: 'USD' }]); // 5 h and 504 h × 0.07
    expect(body.subjects.map(({ id, name, amount }) => [id, name, amount])).toEqual([
      [first, 'web-1', '0.25'],
      [second, 'web-1', '0.10'],
    ]);
    expect(body.subjectCount).toBe(2);
    expect(body.groups).toMatchObject([
      { group: 'cpu', amount: '0.30' },
      { group: 'disk', amount: '0.05' },
    ]);
    expect((await owner.get<MonthToDate>('/billing/monthToDate?top=1')).body.subjects).toHaveLength(
      1,
    );
    const total = await monthToDateTotal({
      ...{ db: app.portal.services.database.db, clock },
      actor: { userId: owner.userId, role: 'user', reach: ownReach } as never,
    });
    expect(total).toEqual(body.totals);
  });

  it('of one resource shows how each line was calculated, and its parts add up', async () => {
    at('12T00:00:00');
    const owner = await app.signInAs('user');
    const server = await meter(owner, [usage('cpu.D', '1'), usage('traffic.t1000', '1')]);
    at('12T02:20:00');
    await meter(owner, [usage('cpu.D', '3'), usage('traffic.t1000', '1')], server);
    at('12T03:30:00');
    const { body } = await owner.get<MonthToDate>(`/billing/monthToDate/${server}`);
    expect(body.lines.map(({ item, exact, amount }) => [item, exact, amount])).toEqual([
      ['cpu.D', '0.16', '0.16'],
      ['traffic.t1000', '1.266666666667', '1.27'],
    ]);
    expect(body.lines[0]?.parts.map((part) => part.formula)).toEqual([
      '3 h × 1 × 0.02, ≤ 12 = 0.06',
      '2 h × 3 × 0.02 − 0.02, ≤ 36 = 0.1',
    ]);
    expect(body.lines[1]?.parts.map((part) => part.formula)).toEqual([
      '1 × 2 × 1641600 s / 2592000 s = 1.266666666667',
    ]);
    expect(body.totals[0]?.amount).toBe('1.43');
  });

  it('applies the limit across all quantities to the parts in order', async () => {
    const owner = await app.signInAs('user');
    at('01T00:00:00');
    const server = await meter(owner, [usage('cpu.D', '1')]);
    at('26T00:00:00');
    await meter(owner, [usage('cpu.D', '1.1')], server);
    at('30T23:59:59');
    const { body } = await owner.get<MonthToDate>(`/billing/monthToDate/${server}`);
    expect(body.lines[0]).toMatchObject({
      exact: '13.2',
      parts: [{ amount: '12' }, { amount: '1.2' }],
    });
  });

  it('is visible only to its owner, its parent account and the administrators above', async () => {
    at('14T00:00:00');
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    const server = await meter(subAccount, [usage('cpu.D', '1')]);
    const path = `/billing/monthToDate/${server}`;
    for (const client of [subAccount, parent, app.root, await app.signInAs('siteAdmin')])
      expect((await client.get(path)).status).toBe(200);
    const otherUser = await app.signInAs('user');
    const notVisible = await otherUser.get(path);
    const missing = await otherUser.get(`/billing/monthToDate/${randomUUID()}`);
    expect(notVisible.status).toBe(404);
    expect(notVisible.body.code).toEqual(missing.body.code);
    expect((await otherUser.get<MonthToDate>('/billing/monthToDate')).body).toMatchObject({
      totals: [],
      subjects: [],
      subjectCount: 0,
      groups: [],
    });
    const visibleCostCount = async ({ userId }: TestClient) => {
      const actor = { userId, role: 'user' as const, sitePath: app.siteId };
      const reach = await readReach(app.portal.services.database.db, actor);
      return (
        await costToDate({ ...database(), actor: { ...actor, reach } } as never, [{ id: server }])
      ).size;
    };
    expect([
      await visibleCostCount(subAccount),
      await visibleCostCount(parent),
      await visibleCostCount(otherUser),
    ]).toEqual([1, 1, 0]);
  });

  it('keeps currencies apart', async () => {
    const { db } = app.portal.services.database;
    const siteId = await app.makeSite('In shekels');
    await addPriceList(
      { db },
      { siteId, currency: 'ILS', validFrom: new Date('2020-01-01'), items: defaultPrices },
    );
    at('20T00:00:00');
    const owner = await app.signInAs('user');
    await meter(owner, [usage('cpu.D', '1')]);
    await meter(owner, [usage('cpu.D', '2')], randomUUID(), siteId);
    const { body } = await owner.get<MonthToDate>('/billing/monthToDate');
    expect(body.totals.map(({ currency, amount }) => [currency, amount])).toEqual([
      ['ILS', '0.04'],
      ['USD', '0.02'],
    ]);
  });
});
