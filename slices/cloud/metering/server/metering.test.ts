import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestedItem } from '../../../money/pricing/rules.ts';
import { defaultPrices } from '../../../money/pricing/server/defaultPrices.ts';
import {
  addPriceList,
  lineRating,
  rating,
  type Subject,
} from '../../../money/pricing/server/index.ts';
import { type Meter, startMeter } from '../../../money/pricing/server/testing/meter.ts';
import { type Reading, storeReadings } from './readings.ts';
import { closeMonth, meterTraffic } from './traffic.ts';

let meter: Meter;
beforeAll(async () => {
  meter = await startMeter();
});
afterAll(() => meter.close());

const gigabyte = 1_000_000_000;
const traffic = (size: string): RequestedItem => ({
  item: `traffic.${size}`,
  quantity: '1',
  mode: 'monthly',
  powerState: 'on',
});
const disk: RequestedItem = { item: 'disk.gb', quantity: '20', mode: 'monthly', powerState: 'on' };
const readingOf = ({ id, ownerId, siteId }: Subject, hour: string, gigabytes: number): Reading => ({
  ...{
    subjectId: id,
    kind: 'traffic',
    hour: new Date(hour),
    ownerId,
    siteId,
    quantity: gigabytes * gigabyte,
  },
});
const store = (readings: readonly Reading[], now: string) =>
  storeReadings(meter.handle, readings, new Date(now));
const calculate = (now: string) => meterTraffic(meter.contextAt(now));
const close = (siteId: string, month: string, now: string) =>
  meter.handle.db
    .transaction()
    .execute((db) => closeMonth({ ...meter.contextAt(now), db }, [siteId], month));
const storedRows = async ({ id }: Subject) =>
  (
    await sql<{
      hour: Date;
      quantity: number;
    }>`select hour, quantity from usage_reading where subject_id = ${id} order by hour`.execute(
      meter.handle.db,
    )
  ).rows;
/**
 * Returns the traffic overage for the month of this day, calculated by both rating implementations.
 */
async function overage(subject: Subject, day: string): Promise<string | undefined> {
  const [one, other] = await Promise.all(
    [rating, lineRating].map((engine) => meter.lines(subject.id, day, null, engine)),
  );
  expect(one).toEqual(other);
  return one?.find(({ item }) => item === 'overage.traffic')?.exact;
}

describe('usage records', () => {
  it('are stored once if repeated, even mixed with new ones, and the first value wins', async () => {
    const server = meter.subject();
    const hours = ['2030-04-03T10:00Z', '2030-04-03T11:00Z', '2030-04-03T12:00Z'];
    const now = '2030-04-03T13:00:30Z';
    await store([readingOf(server, hours[0] as string, 1)], now);
    await store(
      hours.map((hour) => readingOf(server, hour, 2)),
      now,
    );
    await store(
      hours.map((hour) => readingOf(server, hour, 3)),
      now,
    );
    expect((await storedRows(server)).map(({ quantity }) => quantity / gigabyte)).toEqual([
      1, 2, 2,
    ]);
  });

  it('can arrive in parallel from several sources without loss or duplicates', async () => {
    const server = meter.subject();
    const hours = Array.from({ length: 200 }, (_, index) =>
      new Date(Date.UTC(2030, 3, 1) + index * 3_600_000).toISOString(),
    );
    const parts = [hours.slice(0, 150), hours.slice(50), hours];
    await Promise.all(
      parts.map((part) =>
        store(
          part.map((hour) => readingOf(server, hour, 1)),
          '2030-04-20T00:00Z',
        ),
      ),
    );
    expect((await storedRows(server)).map(({ hour }) => hour.toISOString())).toEqual(hours);
  });

  it.each([
    ['below zero', { quantity: -1 }, /whole number of bytes, not -1/],
    ['that are no number', { quantity: Number.NaN }, /whole number of bytes, not NaN/],
    ['beyond what a number holds', { quantity: 2 ** 60 }, /whole number of bytes/],
    ['of half an hour', { hour: new Date('2030-04-03T10:30Z') }, /of a whole hour/],
    ['of no time', { hour: new Date('never') }, /of a whole hour/],
    ['of the time to come', { hour: new Date('2030-04-03T14:00Z') }, /of the last 60 days/],
    ['of long ago', { hour: new Date('2030-01-03T14:00Z') }, /of the last 60 days/],
  ])('%s are rejected together with their batch', async (_case, invalid, expectedMessage) => {
    const server = meter.subject();
    const right = readingOf(server, '2030-04-03T10:00Z', 1);
    await expect(store([right, { ...right, ...invalid }], '2030-04-03T13:00:30Z')).rejects.toThrow(
      expectedMessage,
    );
    expect(await storedRows(server)).toEqual([]);
  });

  it('can’t be changed afterwards', async () => {
    await expect(
      sql`update usage_reading set quantity = 0`.execute(meter.handle.db),
    ).rejects.toThrow(/permission denied/);
  });
});

describe('traffic', () => {
  /**
   * Creates a server that had these items for all of April, with this many gigabytes used on April
   * 4.
   */
  async function serverWith(
    items: readonly RequestedItem[],
    gigabytes: number,
    subject = meter.subject(),
  ): Promise<Subject> {
    await meter.set(subject, '2030-03-20T00:00Z', items);
    await store([readingOf(subject, '2030-04-04T10:00Z', gigabytes)], '2030-04-04T11:01Z');
    await calculate('2030-04-04T11:02Z');
    return subject;
  }

  it.each([
    ['within the package costs nothing', [traffic('t1000')], 1000, undefined],
    ['beyond it costs each full gigabyte', [traffic('t1000')], 1234.9, '2.34'],
    ['without a package costs from the first gigabyte', [disk], 12, '0.12'],
    ['below a gigabyte costs nothing', [disk], 0.9, undefined],
    ['on an unmetered line costs nothing', [traffic('50')], 99_999, undefined],
  ])('%s', async (_case, items, gigabytes, expectedUsage) => {
    expect(await overage(await serverWith(items, gigabytes), '2030-04-20T00:00Z')).toBe(
      expectedUsage,
    );
  });

  it('is added up per month, and each month starts at zero', async () => {
    const server = await serverWith([traffic('t1000')], 900);
    await store(
      [readingOf(server, '2030-04-30T23:00Z', 200), readingOf(server, '2030-05-01T00:00Z', 1001)],
      '2030-05-01T01:01Z',
    );
    await calculate('2030-05-01T01:02Z');
    expect([
      await overage(server, '2030-04-20T00:00Z'),
      await overage(server, '2030-05-20T00:00Z'),
    ]).toEqual(['1', '0.01']);
  });

  it('includes the paid share of a package’s amount, and the sum for two packages', async () => {
    const server = meter.subject();
    await meter.set(server, '2030-04-16T00:00Z', [traffic('t1000')]);
    await store([readingOf(server, '2030-04-20T10:00Z', 600)], '2030-04-20T11:01Z');
    await calculate('2030-04-20T11:02Z');
    expect(await overage(server, '2030-04-20T00:00Z')).toBe('1');
    await meter.set(server, '2030-04-28T00:00Z', [traffic('t5000')]);
    await calculate('2030-04-28T01:00Z');
    expect(await overage(server, '2030-04-20T00:00Z')).toBeUndefined();
  });

  it('counts from the moment the connection is no longer unmetered', async () => {
    const server = await serverWith([traffic('50')], 5_000);
    await meter.set(server, '2030-04-10T00:00Z', [traffic('t1000')]);
    await store([readingOf(server, '2030-04-10T01:00Z', 800)], '2030-04-10T02:01Z');
    await calculate('2030-04-10T02:02Z');
    expect(await overage(server, '2030-04-20T00:00Z')).toBe('1');
  });

  it('is counted separately for each owner, with the package of that time', async () => {
    const before = await serverWith([disk], 10);
    const after = { ...before, ownerId: await meter.makeOwner() };
    await meter.set(after, '2030-04-16T00:00Z', [traffic('t1000')]);
    await store([readingOf(after, '2030-04-17T10:00Z', 520)], '2030-04-17T11:01Z');
    await calculate('2030-04-17T11:02Z');
    const lines = await sql<{ owner: string; quantity: string }>`
      select owner_id as owner, trim_scale(quantity)::text as quantity from metered_use where subject_id = ${before.id}`.execute(
      meter.handle.db,
    );
    expect(Object.fromEntries(lines.rows.map(({ owner, quantity }) => [owner, quantity]))).toEqual({
      ...{ [before.ownerId]: '10', [after.ownerId]: '20' },
    });
  });

  it('is free if the price list doesn’t contain it, and keeps its price when the list changes', async () => {
    const siteId = await meter.makeSite('Asia/Jerusalem', meter.siteId);
    const listOf = (validFrom: string, codes: Record<string, string>) =>
      addPriceList(meter.handle, {
        ...{ siteId, currency: 'USD', validFrom: new Date(validFrom) },
        items: defaultPrices
          .filter(({ code }) => code === 'disk.gb' || codes[code])
          .map((item) => ({ ...item, monthly: codes[item.code] ?? item.monthly })),
      });
    await listOf('2030-01-01T00:00Z', {});
    const ownerId = await meter.makeOwner(siteId);
    const server = await serverWith([disk], 10, { ...meter.subject(siteId), ownerId });
    expect(await overage(server, '2030-04-20T00:00Z')).toBeUndefined();
    await listOf('2030-04-05T00:00Z', { 'overage.traffic': '0.03' });
    await listOf('2030-05-10T00:00Z', { 'overage.traffic': '5' });
    await store(
      [readingOf(server, '2030-04-06T10:00Z', 10), readingOf(server, '2030-05-02T10:00Z', 10)],
      '2030-05-20T00:00Z',
    );
    await calculate('2030-05-20T00:01Z');
    expect([
      await overage(server, '2030-04-20T00:00Z'),
      await overage(server, '2030-05-20T00:00Z'),
    ]).toEqual([undefined, '0.3']);
  });
});

describe('closing a month', () => {
  it('while records arrive counts each of them once, in this month or the next', async () => {
    const siteId = await meter.makeSite('UTC', meter.siteId);
    const server = { ...meter.subject(siteId), ownerId: await meter.makeOwner(siteId) };
    await meter.set(server, '2030-04-01T00:00Z', [disk]);
    const now = '2030-05-01T00:10Z';
    const hours = Array.from({ length: 30 }, (_, index) =>
      new Date(Date.UTC(2030, 3, 5) + index * 3_600_000).toISOString(),
    );
    await Promise.all([
      ...hours.slice(0, 15).map((hour) => store([readingOf(server, hour, 1)], now)),
      close(siteId, '2030-04', now),
      ...hours.slice(15).map((hour) => store([readingOf(server, hour, 1)], now)),
    ]);
    await calculate(now);
    const gigabytes = await Promise.all(
      ['2030-04-20T00:00Z', '2030-05-20T00:00Z'].map(
        async (day) => Number((await overage(server, day)) ?? 0) * 100,
      ),
    );
    expect(gigabytes.map(Math.round).reduce((sum, month) => sum + month)).toBe(hours.length);
  });

  it('keeps the last calculated result, and counts late records when they arrive', async () => {
    const siteId = await meter.makeSite('Asia/Jerusalem', meter.siteId);
    const server = { ...meter.subject(siteId), ownerId: await meter.makeOwner(siteId) };
    await meter.set(server, '2030-04-01T00:00Z', [disk]);
    // May 1 has already started in Jerusalem.
    await store(
      [readingOf(server, '2030-04-30T20:00Z', 7), readingOf(server, '2030-04-30T21:00Z', 30)],
      '2030-04-30T22:01Z',
    );
    await close(siteId, '2030-04', '2030-04-30T22:02Z');
    expect(await overage(server, '2030-04-20T00:00Z')).toBe('0.07');
    await store(
      [readingOf(server, '2030-04-30T19:00Z', 100), readingOf(server, '2030-04-30T20:00Z', 100)],
      '2030-05-02T00:00Z',
    );
    await calculate('2030-05-02T00:01Z');
    await close(siteId, '2030-04', '2030-05-02T00:02Z');
    expect([
      await overage(server, '2030-04-20T00:00Z'),
      await overage(server, '2030-05-20T00:00Z'),
    ]).toEqual(['0.07', '1.3']);
  });
});
