import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestedItem } from '../../rules.ts';
import { lineEvents } from '../bills/invoiced.ts';
import { costToDate } from '../bills/monthToDate.ts';
import { type DefaultPrice, defaultPrices, units } from '../defaultPrices.ts';
import { estimate } from '../estimate/estimate.ts';
import { addPriceList } from '../priceList.ts';
import { type Meter, startMeter } from '../testing/meter.ts';
import { lineRating, rating } from './rating.ts';
import type { Subject } from './spanPlans.ts';

const office: DefaultPrice = {
  ...{
    code: 'image.office',
    resource: { en: 'Office', he: 'Office', ar: 'Office' },
    unit: units.server,
    hourly: null,
    monthly: '15.50',
  },
  ...{ poweredOff: 'charge', isPurchase: true },
};
const disk: RequestedItem = { item: 'disk.gb', quantity: '20', mode: 'hourly', powerState: 'on' };
const software = (powerState: 'on' | 'off' = 'on'): RequestedItem => ({
  item: 'image.office',
  quantity: '1',
  mode: 'hourly',
  powerState,
});

let meter: Meter;
beforeAll(async () => {
  meter = await startMeter();
  await addPriceList(meter.handle, {
    siteId: meter.siteId,
    currency: 'USD',
    validFrom: new Date('2029-01-01T00:00Z'),
    items: [...defaultPrices, office],
  });
});
afterAll(() => meter.close());

/**
 * The cost of the software in the month that contains the day, calculated by both versions of the
 * rating engine.
 */
async function paid(
  { id }: Subject,
  day: string,
  until: string | null = null,
): Promise<string | undefined> {
  const [one, other] = await Promise.all(
    [rating, lineRating].map((engine) => meter.lines(id, day, until, engine)),
  );
  expect(one).toEqual(other);
  return one?.find(({ item }) => item === 'image.office')?.exact;
}
const months = async (server: Subject) =>
  Promise.all(
    ['2030-04-15T00:00Z', '2030-05-15T00:00Z', '2030-06-15T00:00Z'].map((day) => paid(server, day)),
  );

describe('a one-time purchase', () => {
  it('is charged in full in the month a server first has it, and never again', async () => {
    const server = meter.subject();
    await meter.set(server, '2030-04-29T10:00Z', [disk, software()]);
    expect(await months(server)).toEqual(['15.5', undefined, undefined]);
    expect(await paid(server, '2030-04-29T10:00Z', '2030-04-29T10:00:01Z')).toBe('15.5');
    expect(await paid(server, '2030-04-15T00:00Z', '2030-04-29T09:00Z')).toBeUndefined();
  });

  it('isn’t refunded, nor charged again when the server is off, in the Trash, restored or transferred', async () => {
    const server = meter.subject();
    await meter.set(server, '2030-04-10T10:00Z', [disk, software()]);
    await meter.set(server, '2030-04-11T10:00Z', [disk, software('off')]);
    await meter.set(server, '2030-04-12T10:00Z', []);
    await meter.set(server, '2030-04-13T10:00Z', [disk, software()]);
    await meter.set({ ...server, ownerId: await meter.makeOwner() }, '2030-05-02T10:00Z', [
      disk,
      software(),
    ]);
    expect(await months(server)).toEqual(['15.5', undefined, undefined]);
  });

  it('is charged once per server', async () => {
    const [one, two] = [meter.subject(), meter.subject()];
    for (const server of [one, two]) await meter.set(server, '2030-05-10T10:00Z', [software()]);
    expect([await months(one), await months(two)]).toEqual([
      [undefined, '15.5', undefined],
      [undefined, '15.5', undefined],
    ]);
  });

  it('is shown separately in an estimate, and included in the cost to date', async () => {
    const ctx = meter.contextAt('2030-06-10T12:00Z');
    const buyer = { siteId: meter.siteId, ownerId: meter.ownerId };
    const { lines, ...sums } = await estimate(ctx, buyer, [disk, { ...software(), quantity: '2' }]);
    expect(sums).toMatchObject({ hourly: '0.002', monthly: '1.20', once: '31.00' });
    expect(lines.map(({ item, mode, hourly, monthly }) => [item, mode, hourly, monthly])).toEqual([
      ['disk.gb', 'hourly', '0.002', '1.20'],
      ['image.office', 'purchase', '0', '31.00'],
    ]);
    const server = meter.subject();
    await meter.set(server, '2030-06-10T11:00Z', [disk, software()]);
    expect(await costToDate(ctx as never, [server])).toEqual(
      new Map([[server.id, { amount: '15.50', currency: 'USD' }]]),
    );
  });

  it('is explained by its purchase time', async () => {
    const server = meter.subject();
    await meter.set(server, '2030-06-20T11:00Z', [software()]);
    const lineOfMonth = {
      subjectId: server.id,
      ownerId: server.ownerId,
      item: 'image.office',
      currency: 'USD',
      siteIds: [meter.siteId],
    };
    expect(
      await lineEvents(meter.handle, lineOfMonth, new Date('2030-06-25T00:00Z')),
    ).toMatchObject([
      {
        from: '2030-06-20T11:00:00.000Z',
        to: null,
        quantity: '1',
        mode: 'purchase',
        unitPrice: '15.5',
      },
    ]);
  });
});
