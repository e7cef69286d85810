import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EcbFake } from '../../../../drivers/exchangeRates/testing/ecb.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { clientAt } from '../../../sites/sites/server/testing/hostClient.ts';
import { fetchWhenDue } from './source.ts';

let app: TestApp;
let ecb: EcbFake;
let operator: TestClient;
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  operator = await app.signInAs('root');
  ecb = await new EcbFake().start();
});
afterAll(async () => {
  await ecb.stop();
  await app.close();
});

/** Unique currency codes for each test, so that tests don't affect each other. */
const codes = Intl.supportedValuesOf('currency').filter(
  (code) => !['EUR', 'USD', 'ILS'].includes(code),
);
let [one, two, three] = ['', '', ''];
beforeEach(() => {
  [one = '', two = '', three = ''] = codes.splice(0, 3);
});

interface ErrorBody {
  code?: number[];
  errors?: { key?: string; info: string }[];
}
const errorSummary = ({ status, body }: { status: number; body: ErrorBody }) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];
const add = (body: object, client = operator) =>
  client.post<ErrorBody & { id: string }>('/exchangeRates', body);
const today = new Date();
/** Returns the first day of the month `months` ago, plus `days`. */
const day = (months: number, days = 0): string =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1 + days))
    .toISOString()
    .slice(0, 10);
const lastOf = (months: number): string => day(months - 1, -1);

async function rateAt(from: string, to: string, at: string): Promise<[string, string] | null> {
  const { rows } = await sql<{ rate: string; day: string }>`
    select trim_scale(rate)::text as rate, to_char(day, 'YYYY-MM-DD') as day from exchange_rate_at(${from}, ${to}, ${at}::date)`.execute(
    db(),
  );
  return rows[0] ? [rows[0].rate, rows[0].day] : null;
}

describe('the rate between two currencies', () => {
  it('is the latest one on or before the day, in either direction, with entered rates preferred to published ones', async () => {
    const insert = (base: string, quote: string, on: string, rate: string, source: string) =>
      sql`insert into exchange_rate (base, quote, day, rate, source, entered_at, entered_by)
        values (${base}, ${quote}, ${on}::date, ${rate}::numeric, ${source}, now(), case when ${source} = 'manual' then ${operator.userId}::uuid end)`.execute(
        db(),
      );
    await insert(one, two, day(3), '3.7', 'manual');
    expect(await rateAt(one, two, day(3, -1))).toBeNull();
    expect(await rateAt(one, two, day(3))).toEqual(['3.7', day(3)]);
    expect(await rateAt(two, one, day(1))).toEqual(['0.27027027027', day(3)]);
    await insert(two, one, day(2), '0.25', 'ecb');
    expect(await rateAt(one, two, day(1))).toEqual(['4', day(2)]);
    await insert(one, two, day(2), '4.5', 'ecb');
    expect(await rateAt(one, two, day(1))).toEqual(['4.5', day(2)]);
    await insert(two, one, day(2), '0.2', 'manual');
    expect(await rateAt(one, two, day(1))).toEqual(['5', day(2)]);
    expect(await rateAt(one, one, day(1))).toBeNull();
  });

  it('is calculated through the euro if that is newer, with the date of the older of the two rates', async () => {
    await add({ base: 'EUR', quote: one, day: day(0), rate: '1.0832' });
    expect(await rateAt(one, two, day(0, 20))).toBeNull();
    await add({ base: two, quote: 'EUR', day: day(0, 2), rate: '0.25' });
    // 1 / 1.0832 / 0.25
    expect(await rateAt(one, two, day(0, 20))).toEqual(['3.692762186115', day(0)]);
    expect(await rateAt(two, one, day(0, 20))).toEqual(['0.2708', day(0)]);
    await add({ base: one, quote: two, day: day(0), rate: '3.5' });
    expect(await rateAt(one, two, day(0, 20))).toEqual(['3.5', day(0)]);
    await add({ base: 'EUR', quote: one, day: day(0, 1), rate: '2' });
    expect(await rateAt(one, two, day(0, 20))).toEqual(['2', day(0, 1)]);
  });
});

describe('exchange rates', () => {
  it('are entered, planned, corrected and withdrawn, with their history', async () => {
    const created = await add({ base: one, quote: two, day: day(0), rate: '3.70510000' });
    expect(created.status).toBe(200);
    expect(errorSummary(await add({ base: one, quote: two, day: day(0), rate: '3.8' }))).toEqual([
      409,
      2976,
      'day',
    ]);
    await add({ base: one, quote: two, day: day(-2), rate: '3.9' });
    const corrected = await operator.put<{ id: string }>(`/exchangeRates/${created.body.id}`, {
      rate: '3.7',
    });
    expect(corrected.status).toBe(200);
    const list = async () =>
      (
        await app.root.get<{ items: Record<string, unknown>[]; cannotAdd: string | null }>(
          `/exchangeRates?filter=${one} ${two}`,
        )
      ).body;
    const { items, cannotAdd } = await list();
    expect(cannotAdd).toBeNull();
    expect(items.map((row) => [row.state, row.rate, row.day, row.source, row.enteredBy])).toEqual(
      expect.arrayContaining([
        ['planned', '3.9', day(-2), 'manual', operator.email],
        ['known', '3.7', day(0), 'manual', operator.email],
        ['withdrawn', '3.7051', day(0), 'manual', operator.email],
      ]),
    );
    expect(items.find(({ state }) => state === 'withdrawn')).toMatchObject({
      withdrawnBy: operator.email,
      actions: { correct: 'The rate is already withdrawn.' },
    });
    expect((await operator.delete(`/exchangeRates/${corrected.body.id}`)).status).toBe(200);
    expect((await operator.delete(`/exchangeRates/${corrected.body.id}`)).status).toBe(404);
    expect(await rateAt(one, two, day(0, 20))).toBeNull();
    const planned = items.find(({ state }) => state === 'planned');
    expect((await operator.delete(`/exchangeRates/${planned?.id}`)).status).toBe(200);
    expect((await list()).items.map(({ state }) => state)).toEqual([
      'withdrawn',
      'withdrawn',
      'withdrawn',
    ]);
    expect(
      (await app.root.get<{ total: number }>(`/exchangeRates?state=known&filter=${one} ${two}`))
        .body.total,
    ).toBe(0);
  });

  it.each<[string, object, (number | string)[]]>([
    ['an invalid currency', { base: 'QQQ' }, [422, 2807, 'base']],
    ['an invalid quote currency', { quote: 'QQQ' }, [422, 2807, 'quote']],
    ['one and the same currency', { quote: 'USD' }, [400, 1000, 'quote']],
    ['a rate of zero', { rate: '0.000' }, [400, 1000, 'rate']],
    ['a rate below zero', { rate: '-3.7' }, [400, 1000, 'rate']],
    ['a rate with a comma', { rate: '3,7' }, [400, 1000, 'rate']],
    ['nine decimals', { rate: '3.123456789' }, [400, 1000, 'rate']],
    ['an invalid day', { day: '2026-02-30' }, [400, 1000, 'day']],
    ['a day of another century', { day: '1926-02-01' }, [400, 1000, 'day']],
  ])('%s is rejected at its field', async (_case, body, answer) => {
    expect(
      errorSummary(await add({ base: 'USD', quote: 'ILS', day: day(0), rate: '3.7', ...body })),
    ).toEqual(answer);
  });

  it('can be changed only by the operator, not by an administrator of the root site, and viewed by users who can view margins', async () => {
    const siteId = await app.makeSite('Reseller');
    await app.root.post(`/sites/${siteId}/hosts`, { host: 'cloud.reseller.test' });
    const reseller = clientAt(app.address, 'cloud.reseller.test');
    await reseller.signIn((await app.signInAs('siteAdmin', { siteId })).email, testPassword);
    const rate = { base: one, quote: two, day: day(0), rate: '3.7' };
    expect(errorSummary(await add(rate, reseller))).toEqual([403, 2974, undefined]);
    const list = await reseller.get<{ cannotAdd: string }>('/exchangeRates');
    expect(list.body.cannotAdd).toMatch(/Only the operator/);
    expect(errorSummary(await add(rate, await app.signInAs('siteAdmin')))).toEqual([
      403,
      2974,
      undefined,
    ]);
    const { id } = (await add(rate, app.root)).body;
    expect(
      errorSummary(await reseller.put<ErrorBody>(`/exchangeRates/${id}`, { rate: '1' })),
    ).toEqual([403, 2974, undefined]);
    expect(errorSummary(await reseller.delete<ErrorBody>(`/exchangeRates/${id}`))).toEqual([
      403,
      2974,
      undefined,
    ]);
    expect(errorSummary(await reseller.post<ErrorBody>('/exchangeRates/source/ask'))).toEqual([
      403,
      2974,
      undefined,
    ]);
    const billingAdmin = await app.signInAs('billingAdmin');
    expect((await billingAdmin.get('/exchangeRates')).status).toBe(200);
    expect(errorSummary(await add(rate, billingAdmin))).toEqual([403, 1002, undefined]);
    expect((await (await app.signInAs('user')).get('/exchangeRates')).status).toBe(403);
  });

  it('can’t be changed directly in the database', async () => {
    const { id } = (await add({ base: one, quote: two, day: day(0), rate: '3.7' })).body;
    await expect(
      sql`update exchange_rate set rate = 4 where id = ${id}`.execute(db()),
    ).rejects.toThrow();
    await expect(sql`delete from exchange_rate where id = ${id}`.execute(db())).rejects.toThrow();
    await operator.delete(`/exchangeRates/${id}`);
    await expect(
      sql`update exchange_rate set withdrawn_at = null, withdrawn_by = null where id = ${id}`.execute(
        db(),
      ),
    ).rejects.toThrow();
  });
});

describe('a past month', () => {
  const month = (months: number) => day(months).slice(0, 7);

  it('can get a missing rate, which then can’t change', async () => {
    const first = await add({ base: one, quote: two, day: day(2, 4), rate: '3.7' });
    expect(first.status).toBe(200);
    const late = await add({ base: one, quote: two, day: lastOf(2), rate: '3.8' });
    expect(errorSummary(late)).toEqual([422, 2975, 'day']);
    expect(late.body.errors?.[0]?.info).toContain(
      `${month(2)} is closed and was calculated with 3.7 ${two} per ${one}`,
    );
    // The rate was also the latest one for the following months.
    expect(errorSummary(await add({ base: two, quote: one, day: day(1, 9), rate: '0.2' }))).toEqual(
      [422, 2975, 'day'],
    );
    expect(
      errorSummary(
        await operator.put<ErrorBody>(`/exchangeRates/${first.body.id}`, { rate: '3.6' }),
      ),
    ).toEqual([422, 2975, 'day']);
    expect(
      errorSummary(await operator.delete<ErrorBody>(`/exchangeRates/${first.body.id}`)),
    ).toEqual([422, 2975, 'day']);
    expect(await rateAt(one, two, lastOf(1))).toEqual(['3.7', day(2, 4)]);
    // Rates not used by any closed month can be entered and withdrawn, as can those of the current
    // month.
    const unused = await add({ base: one, quote: two, day: day(2, 2), rate: '9' });
    expect(unused.status).toBe(200);
    expect((await operator.delete(`/exchangeRates/${unused.body.id}`)).status).toBe(200);
    expect((await add({ base: one, quote: two, day: day(0), rate: '4' })).status).toBe(200);
    // An equal rate changes nothing.
    expect((await add({ base: one, quote: two, day: day(2, 6), rate: '3.7' })).status).toBe(200);
  });

  it('also keeps rates calculated through the euro', async () => {
    const [left, right] = [
      await add({ base: 'EUR', quote: one, day: day(1), rate: '2' }),
      await add({ base: 'EUR', quote: two, day: day(1), rate: '8' }),
    ];
    expect([left.status, right.status]).toEqual([200, 200]);
    expect(await rateAt(one, two, lastOf(1))).toEqual(['4', day(1)]);
    expect((await add({ base: three, quote: 'EUR', day: day(1, 3), rate: '5' })).status).toBe(200);
    const direct = await add({ base: two, quote: one, day: day(1, 5), rate: '1' });
    expect(errorSummary(direct)).toEqual([422, 2975, 'day']);
    expect(direct.body.errors?.[0]?.info).toContain(month(1));
    expect(await rateAt(one, two, lastOf(1))).toEqual(['4', day(1)]);
  });

  it('uses one of two rates entered in parallel', async () => {
    const addedRates = await Promise.all(
      ['3', '4'].map((rate, index) => add({ base: one, quote: two, day: day(1, index), rate })),
    );
    const statuses = addedRates.map(({ status }) => status);
    // Either only the later date is accepted, or the earlier one is, which rules out the later one.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    const usedRate = await rateAt(one, two, lastOf(1));
    expect(usedRate?.[0]).toBe(statuses[1] === 200 ? '4' : '3');
  });
});

describe('the European Central Bank', () => {
  const contextAt = (at: string): Context =>
    ({
      ...{
        db: db(),
        clock: { now: () => new Date(at) },
        actor: null,
        language: 'en',
        services: app.portal.services,
      },
      ...{
        site: { id: app.siteId, path: app.siteId },
        log: { info() {}, warn() {} },
        note() {},
        afterCommit() {},
      },
    }) as unknown as Context;
  const source = async () =>
    (await app.root.get<Record<string, unknown>>('/exchangeRates/source')).body;
  const set = (id: string, value: unknown) => app.root.put(`/settings/${id}`, { value });

  it('isn’t called until requests are enabled', async () => {
    expect(await source()).toMatchObject({ isConnected: false, askedAt: null, canAsk: false });
    expect(await source()).toMatchObject({
      address: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    });
    await set('exchangeRates.ecbAddress', ecb.address);
    await fetchWhenDue(contextAt('2026-11-24T20:00:00Z'));
    expect(errorSummary(await operator.post<ErrorBody>('/exchangeRates/source/ask'))).toEqual([
      422,
      2984,
      undefined,
    ]);
    expect(ecb.asked).toBe(0);
  });

  it('is called once after each publication, and again until it responds', async () => {
    await set('exchangeRates.ecbAddress', ecb.address);
    await set('exchangeRates.asksEcb', true);
    const requestsAt = async (at: string): Promise<number> => {
      const before = ecb.asked;
      await fetchWhenDue(contextAt(at));
      return ecb.asked - before;
    };
    // 17:00 in Frankfurt is 16:00 in winter and 15:00 in summer.
    expect(await requestsAt('2030-01-15T15:59:00Z')).toBe(1);
    expect(await requestsAt('2030-01-15T15:59:30Z')).toBe(0);
    ecb.instead = { status: 503, text: '' };
    expect(await requestsAt('2030-01-15T16:30:00Z')).toBe(1);
    expect(await source()).toMatchObject({
      problem: 'The service returned status 503 without a reason.',
      answeredAt: '2030-01-15T15:59:00.000Z',
      day: ecb.day,
    });
    expect(await requestsAt('2030-01-15T17:30:00Z')).toBe(1);
    ecb.instead = null;
    expect(await requestsAt('2030-01-15T18:30:00Z')).toBe(1);
    expect(await requestsAt('2030-01-16T15:59:00Z')).toBe(0);
    expect(await requestsAt('2030-07-16T14:59:00Z')).toBe(1);
    expect(await requestsAt('2030-07-16T15:00:00Z')).toBe(1);
    expect(await source()).toMatchObject({ problem: '', isConnected: true, canAsk: true });
  });

  it('adds its published rates once, and is reported as unavailable if it doesn’t respond', async () => {
    await set('exchangeRates.ecbAddress', ecb.address);
    await set('exchangeRates.asksEcb', true);
    ecb.day = day(0);
    ecb.rates = { [one]: '11.5', [two]: '7.4602' };
    for (let round = 0; round < 2; round++)
      expect((await operator.post('/exchangeRates/source/ask')).status).toBe(200);
    const { items } = (
      await operator.get<{ items: Record<string, unknown>[] }>(`/exchangeRates?filter=${one}`)
    ).body;
    expect(items).toMatchObject([
      {
        base: 'EUR',
        quote: one,
        rate: '11.5',
        source: 'ecb',
        enteredBy: null,
        day: day(0),
        state: 'known',
      },
    ]);
    expect(await rateAt(one, two, day(0))).toEqual(['0.648713043478', day(0)]);
    const { rows } =
      await sql`select from audit_entry where operation = 'exchangeRates.fetch' and target_id = ${items[0]?.id}`.execute(
        db(),
      );
    expect(rows).toHaveLength(1);
    // Withdrawn rates stay withdrawn.
    await operator.delete(`/exchangeRates/${items[0]?.id}`);
    await operator.post('/exchangeRates/source/ask');
    expect(await rateAt('EUR', one, day(0))).toBeNull();
    ecb.instead = { status: 200, text: '<html></html>' };
    const unavailableAnswer = await operator.post<ErrorBody>('/exchangeRates/source/ask');
    expect(errorSummary(unavailableAnswer)).toEqual([503, 2982, undefined]);
    expect(unavailableAnswer.body.errors?.[0]?.info).toContain(
      'something other than exchange rates',
    );
    ecb.instead = null;
  });

  it('doesn’t change rates of past months', async () => {
    await add({ base: one, quote: 'EUR', day: day(1), rate: '0.5' });
    ecb.day = lastOf(1);
    ecb.rates = { [one]: '4', [two]: '5' };
    expect((await operator.post('/exchangeRates/source/ask')).status).toBe(200);
    expect(await rateAt('EUR', one, lastOf(1))).toEqual(['2', day(1)]);
    // This pair had no rate before.
    expect(await rateAt('EUR', two, lastOf(1))).toEqual(['5', lastOf(1)]);
  });
});
