import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownReach } from '../../../../../server/platform/access/objectAccess.ts';
import type { RequestedItem } from '../../rules.ts';
import { explainLine } from '../bills/explain.ts';
import { itemTexts, lineEvents } from '../bills/invoiced.ts';
import { monthToDateTotal } from '../bills/monthToDate.ts';
import { type DefaultPrice, defaultPrices } from '../defaultPrices.ts';
import { estimate } from '../estimate/estimate.ts';
import { addPriceList } from '../priceList.ts';
import { type Meter, startMeter } from '../testing/meter.ts';
import { lineRating, rating } from './rating.ts';
import type { Subject } from './spanPlans.ts';

/** Memory costs a tenth while off. */
const prices = (offHourly: string, offMonthly: string): DefaultPrice[] =>
  defaultPrices.map((price) =>
    price.code === 'ram.gb' ? { ...price, poweredOff: 'priced', offHourly, offMonthly } : price,
  );

let meter: Meter;
const addPrices = (from: string, items: DefaultPrice[]) =>
  addPriceList(meter.handle, {
    siteId: meter.siteId,
    currency: 'USD',
    validFrom: new Date(from),
    items,
  });
beforeAll(async () => {
  meter = await startMeter();
  await addPrices('2029-01-01T00:00Z', prices('0.00035', '0.21'));
  await addPrices('2030-06-10T00:00Z', prices('0.001', '0.6'));
  await addPrices('2030-07-10T00:00Z', [...defaultPrices]);
});
afterAll(() => meter.close());

const memory = (
  powerState: 'on' | 'off',
  mode: 'hourly' | 'monthly' = 'hourly',
): RequestedItem => ({
  ...{ item: 'ram.gb', quantity: '10', mode, powerState },
});

/**
 * The lines of the month that contains the day, calculated by both versions of the rating engine,
 * which must agree.
 */
async function linesOf(
  { id }: Subject,
  day = '2030-04-15T00:00Z',
  until: string | null = null,
): Promise<Record<string, string>> {
  const [one, other] = await Promise.all(
    [rating, lineRating].map((engine) => meter.lines(id, day, until, engine)),
  );
  expect(one).toEqual(other);
  return Object.fromEntries((one ?? []).map(({ item, exact }) => [item, exact]));
}

/** Creates a server with these power states, at times in April 2030. `gone` ends it. */
async function recordStates(
  ...states: [time: string, state: 'on' | 'off' | 'gone', mode?: 'hourly' | 'monthly'][]
): Promise<Subject> {
  const server = meter.subject();
  for (const [time, state, mode] of states)
    await meter.set(server, `2030-04-${time}Z`, state === 'gone' ? [] : [memory(state, mode)]);
  return server;
}

describe('a price while off', () => {
  it('is a separate line next to the price while on', async () => {
    const server = await recordStates(
      ['02T10:00', 'on'],
      ['02T12:00', 'off'],
      ['03T12:00', 'gone'],
    );
    expect(await linesOf(server)).toEqual({ 'ram.gb': '0.07', 'ram.gb.off': '0.084' });
    const texts = await itemTexts(meter.handle, ['ram.gb.off']);
    expect(texts['ram.gb.off']?.title).toMatchObject({
      en: 'Memory, while off',
      he: 'זיכרון, בזמן כיבוי',
    });
  });

  it('is free within an hour paid at the price while on, and turning on within an hour paid at the price while off costs the difference', async () => {
    expect(
      await linesOf(
        await recordStates(
          ['02T10:00', 'on'],
          ['02T10:10', 'off'],
          ['02T10:50', 'on'],
          ['02T11:00', 'gone'],
        ),
      ),
    ).toEqual({
      ...{ 'ram.gb': '0.035', 'ram.gb.off': '0' },
    });
    expect(
      await linesOf(
        await recordStates(['02T10:00', 'off'], ['02T10:10', 'on'], ['02T11:00', 'gone']),
      ),
    ).toEqual({
      ...{ 'ram.gb': '0.0315', 'ram.gb.off': '0.0035' },
    });
    expect(
      await linesOf(
        await recordStates(['02T10:00', 'on'], ['02T10:10', 'off'], ['02T12:00', 'gone']),
      ),
    ).toEqual({
      ...{ 'ram.gb': '0.035', 'ram.gb.off': '0.0035' },
    });
  });

  it('together with the hours on never costs more than the monthly price while on', async () => {
    const server = await recordStates(
      ['01T00:00', 'on'],
      ['26T00:00', 'off'],
      ['30T00:00', 'gone'],
    );
    expect(await linesOf(server)).toEqual({ 'ram.gb': '21', 'ram.gb.off': '0' });
    const shorter = await recordStates(
      ['01T00:00', 'on'],
      ['25T22:00', 'off'],
      ['30T00:00', 'gone'],
    );
    expect(await linesOf(shorter)).toEqual({ 'ram.gb': '20.93', 'ram.gb.off': '0.07' });
    expect(await linesOf(await recordStates(['01T00:00', 'off'], ['30T23:00', 'gone']))).toEqual({
      'ram.gb.off': '2.1',
    });
  });

  it('in a prepaid month starts with the change, and the rest of the other price is credited', async () => {
    const server = await recordStates(
      ['01T00:00', 'on', 'monthly'],
      ['16T00:00', 'off', 'monthly'],
    );
    expect(await linesOf(server, '2030-04-10T00:00Z', '2030-04-15T00:00Z')).toEqual({
      'ram.gb': '21',
    });
    expect(await linesOf(server)).toEqual({ 'ram.gb': '10.5', 'ram.gb.off': '1.05' });
    expect(await linesOf(server, '2030-05-15T00:00Z')).toEqual({ 'ram.gb.off': '2.1' });
  });

  it('stays unchanged with new prices until the server is turned off and on again', async () => {
    const server = meter.subject();
    await meter.set(server, '2030-06-09T20:00Z', [memory('off')]);
    await meter.set(server, '2030-06-10T20:00Z', [memory('off')]);
    await meter.set(server, '2030-06-11T06:00Z', []);
    expect(await linesOf(server, '2030-06-15T00:00Z')).toEqual({ 'ram.gb.off': '0.119' });
    const other = meter.subject();
    await meter.set(other, '2030-06-10T10:00Z', [memory('on')]);
    await meter.set(other, '2030-06-10T11:00Z', [memory('off')]);
    await meter.set(other, '2030-06-10T21:00Z', []);
    expect(await linesOf(other, '2030-06-15T00:00Z')).toEqual({
      'ram.gb': '0.035',
      'ram.gb.off': '0.1',
    });
  });

  it('that is missing in a new list ends with the next change', async () => {
    const server = meter.subject();
    await meter.set(server, '2030-07-09T20:00Z', [memory('off')]);
    await meter.set(server, '2030-07-10T20:00Z', [memory('off')]);
    expect(await linesOf(server, '2030-07-15T00:00Z')).toEqual({ 'ram.gb.off': '0.24' });
  });

  it('is used in an estimate of a server that is off, and only there', async () => {
    const ctx = meter.contextAt('2030-04-10T12:00Z');
    const estimateItems = async (...items: RequestedItem[]) =>
      await estimate(ctx, { siteId: meter.siteId, ownerId: meter.ownerId }, items, 100);
    const { lines, ...sums } = await estimateItems(memory('off'), {
      item: 'cpu.B',
      quantity: '2',
      mode: 'hourly',
      powerState: 'off',
    });
    expect(lines).toMatchObject([
      { item: 'ram.gb.off', title: 'Memory, while off', hourly: '0.0035', monthly: '0.35' },
    ]);
    expect(sums).toMatchObject({ hourly: '0.0035', monthly: '0.35' });
    expect((await estimateItems(memory('on'))).monthly).toBe('3.50');
    // Items that are free while off are prepaid with monthly billing.
    expect(
      (
        await estimateItems(memory('off', 'monthly'), {
          item: 'cpu.B',
          quantity: '2',
          mode: 'monthly',
          powerState: 'off',
        })
      ).lines,
    ).toMatchObject([
      { item: 'ram.gb.off', monthly: '2.10' },
      { item: 'cpu.B', monthly: '10.80' },
    ]);
    await expect(estimateItems({ ...memory('on'), item: 'ram.gb.off' })).rejects.toThrow();
  });

  it('is shown in the breakdown, next to what is left of the monthly limit after the hours on', async () => {
    const server = await recordStates(
      ['01T00:00', 'on'],
      ['25T22:00', 'off'],
      ['30T00:00', 'gone'],
    );
    const lineOfMonth = {
      subjectId: server.id,
      ownerId: server.ownerId,
      item: 'ram.gb.off',
      currency: 'USD',
      siteIds: [meter.siteId],
    };
    const at = new Date('2030-04-15T00:00Z');
    const ctx = { ...meter.contextAt('2030-05-10T00:00Z'), language: 'en' } as never;
    const line = await explainLine(ctx, lineOfMonth, at);
    expect(line).toMatchObject({ title: 'Memory, while off', amount: '0.07', exact: '0.07' });
    expect(line?.parts.map(({ formula }) => formula)).toEqual([
      '98 h × 10 × 0.00035, ≤ 0.07 = 0.07',
    ]);
    expect(
      (await lineEvents(meter.handle, lineOfMonth, at)).map(({ from, unitPrice }) => [
        from,
        unitPrice,
      ]),
    ).toEqual([['2030-04-25T22:00:00.000Z', '0.00035']]);
    const owner = { ...meter.subject(), ownerId: await meter.makeOwner() };
    await meter.set(owner, '2030-04-02T10:00Z', [memory('off')]);
    const actor = {
      userId: owner.ownerId,
      siteId: meter.siteId,
      role: 'user',
      reach: ownReach,
    } as never;
    const totals = await monthToDateTotal({ ...meter.contextAt('2030-04-02T19:30Z'), actor });
    expect(totals).toEqual([{ currency: 'USD', amount: '0.04', projected: '2.10' }]);
  });
});
