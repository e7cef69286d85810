import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestedItem } from '../../rules.ts';
import { type Meter, startMeter } from '../testing/meter.ts';
import { lineRating, rating } from './rating.ts';
import { setSpans } from './spans.ts';

let meter: Meter;
beforeAll(async () => {
  meter = await startMeter();
});
afterAll(() => meter.close());

const usage = (
  item: string,
  quantity: string,
  options: Partial<RequestedItem> = {},
): RequestedItem => ({
  ...{ item, quantity, mode: 'hourly', powerState: 'on' },
  ...options,
});
const cores = (quantity: string, options?: Partial<RequestedItem>) =>
  usage('cpu.D', quantity, options); // 0.02 an hour, 12 a month
const monthly = { mode: 'monthly' } as const;
const off = { powerState: 'off' } as const;

/**
 * The events of a server, and the time up to which its cost is calculated. Times are in June 2026,
 * a month of 30 days, in UTC.
 */
interface Case {
  what: string;
  events: [time: string, items: RequestedItem[]][];
  until: string;
  exact: string;
}

const june = (time: string) => `2026-06-${time}Z`;

const hourly: Case[] = [
  {
    what: 'a started hour costs an hour',
    events: [['01T10:00:00', [cores('1')]]],
    until: '01T10:00:00',
    exact: '0.02',
  },
  {
    what: 'the second hour starts with its first second',
    events: [['01T10:00:00', [cores('1')]]],
    until: '01T11:00:00',
    exact: '0.04',
  },
  {
    what: 'the last second of an hour is in it',
    events: [['01T10:00:00', [cores('1')]]],
    until: '01T10:59:59',
    exact: '0.02',
  },
  {
    what: 'quantities multiply',
    events: [['01T10:00:00', [cores('4')]]],
    until: '01T12:30:00',
    exact: '0.24',
  },
  {
    what: 'off and on again inside the hour costs nothing more',
    events: [
      ['01T10:00:00', [cores('1')]],
      ['01T10:10:00', [cores('1', off)]],
      ['01T10:50:00', [cores('1')]],
    ],
    until: '01T10:59:00',
    exact: '0.02',
  },
  {
    what: 'the hour that was gone on with ends when it would have ended',
    events: [
      ['01T10:00:00', [cores('1')]],
      ['01T10:10:00', [cores('1', off)]],
      ['01T10:50:00', [cores('1')]],
    ],
    until: '01T11:00:00',
    exact: '0.04',
  },
  {
    what: 'on again after the paid hour begins another hour',
    events: [
      ['01T10:00:00', [cores('1')]],
      ['01T10:10:00', [cores('1', off)]],
      ['01T11:00:00', [cores('1')]],
    ],
    until: '01T11:59:59',
    exact: '0.04',
  },
  {
    what: 'a larger size inside a paid hour costs the difference',
    events: [
      ['01T10:00:00', [cores('2')]],
      ['01T10:20:00', [cores('5')]],
    ],
    until: '01T10:30:00',
    exact: '0.1',
  },
  {
    what: 'a smaller size inside a paid hour costs nothing more, and less from the next hour on',
    events: [
      ['01T10:00:00', [cores('5')]],
      ['01T10:20:00', [cores('2')]],
    ],
    until: '01T11:30:00',
    exact: '0.14',
  },
  {
    what: 'sizes that come and go inside an hour cost what the largest costs',
    events: [
      ['01T10:00:00', [cores('1')]],
      ['01T10:10:00', [cores('6')]],
      ['01T10:20:00', [cores('2')]],
      ['01T10:30:00', []],
      ['01T10:40:00', [cores('3')]],
    ],
    until: '01T10:50:00',
    exact: '0.12',
  },
  {
    what: 'hours stop costing at the monthly price',
    events: [['01T00:00:00', [cores('1')]]],
    until: '30T12:00:00',
    exact: '12',
  },
  {
    what: 'a quantity is limited to its own monthly price, and one hour of a larger one is only that hour',
    events: [
      ['01T00:00:00', [cores('1')]],
      ['29T00:00:00', [cores('2')]],
    ],
    until: '29T00:30:00',
    exact: '12.04',
  },
  {
    what: 'all quantities together cost at most the highest of their monthly prices',
    events: [
      ['01T00:00:00', [cores('1')]],
      ['26T00:00:00', [cores('1.1')]],
    ],
    until: '30T23:59:59',
    exact: '13.2',
  },
  {
    what: 'a quantity that is had again is limited to its own monthly price with all its hours',
    events: [
      ['01T00:00:00', [cores('1')]],
      ['14T00:00:00', [cores('2')]],
      ['15T00:00:00', [cores('1')]],
    ],
    until: '30T23:59:59',
    exact: '12.96',
  },
  {
    what: 'a quantity that is had again in few hours costs all of them',
    events: [
      ['01T00:00:00', [cores('1')]],
      ['02T00:00:00', []],
      ['03T00:00:00', [cores('1')]],
      ['04T00:00:00', []],
    ],
    until: '30T23:59:59',
    exact: '0.96',
  },
  {
    what: 'what was never on costs nothing',
    events: [['01T10:00:00', [cores('1', off)]]],
    until: '05T00:00:00',
    exact: '0',
  },
  {
    what: 'what was taken back in the same second costs nothing',
    events: [
      ['01T10:00:00', [cores('1')]],
      ['01T10:00:00', []],
    ],
    until: '05T00:00:00',
    exact: '0',
  },
];

const futureCases: Case[] = [
  {
    what: 'a whole month is owed ahead',
    events: [['01T00:00:00', [cores('1', monthly)]]],
    until: '01T00:00:00',
    exact: '12',
  },
  {
    what: 'the rest of the month is owed ahead',
    events: [['16T00:00:00', [cores('1', monthly)]]],
    until: '16T00:00:00',
    exact: '6',
  },
  {
    what: 'the unused rest is given back at the end',
    events: [
      ['01T00:00:00', [cores('1', monthly)]],
      ['11T00:00:00', []],
    ],
    until: '11T00:00:00',
    exact: '4',
  },
  {
    what: 'a change gives back the rest of the old and owes the rest of the new',
    events: [
      ['01T00:00:00', [cores('1', monthly)]],
      ['16T00:00:00', [cores('3', monthly)]],
    ],
    until: '16T00:00:00',
    exact: '24',
  },
  {
    what: 'an amount without end is exact to twelve decimals',
    events: [['30T23:59:53', [cores('1', monthly)]]],
    until: '30T23:59:59',
    exact: '0.000032407407',
  },
  {
    what: 'a quantity that is had again is rounded once, with all its seconds',
    events: [
      ['30T23:59:40', [cores('1', monthly)]],
      ['30T23:59:47', []],
      ['30T23:59:53', [cores('1', monthly)]],
    ],
    until: '30T23:59:59',
    exact: '0.000064814815',
  },
];

describe.each([
  ['by the hour', hourly],
  ['prepaid monthly', futureCases],
])('billed %s', (_name, cases) => {
  it.each(cases)('$what', async ({ events, until, exact }) => {
    const subject = meter.subject();
    for (const [time, items] of events) await meter.set(subject, june(time), items);
    for (const engine of [rating, lineRating]) {
      const [line] = await meter.lines(subject.id, june(until), june(until), engine);
      expect(line?.exact ?? '0').toBe(exact);
    }
  });
});

describe('per month', () => {
  it('includes the hours due in it, and the next month includes the others', async () => {
    const subject = meter.subject();
    await meter.set(subject, '2026-05-31T22:30:00Z', [cores('1')]);
    await meter.set(subject, '2026-06-01T00:10:00Z', [cores('2')]); // within the hour that was due at 23:30 in May
    await meter.set(subject, '2026-06-01T01:00:00Z', []);
    expect(await meter.lines(subject.id, '2026-05-10', null)).toMatchObject([{ exact: '0.04' }]);
    expect(await meter.lines(subject.id, '2026-06-10', null)).toMatchObject([{ exact: '0.06' }]); // 0.02 more for the shared hour, 0.04 at 00:30
  });

  it('follows the site’s time zone, with an hour less or more when clocks change', async () => {
    const israel = await meter.makeSite('Asia/Jerusalem', meter.siteId);
    const subject = meter.subject(israel);
    const ram = usage('ram.gb', '1', { mode: 'monthly' }); // 2.10 a month
    await meter.set(subject, '2026-03-01T22:00:00Z', [ram]); // midnight of March 2 there: 30 days remain, less the hour of March 27
    const [march] = await meter.lines(subject.id, '2026-03-15', '2026-03-15');
    expect(march?.exact).toBe('2.032166890983'); // 2.10 × 719 / 743
    expect(march?.amount).toBe('2.03');
  });

  it('rounds halves away from zero to the minor unit', async () => {
    const subject = meter.subject();
    await meter.set(subject, june('01T00:00:00'), [
      usage('cpu.A', '1'),
      usage('cpu.B', '0.5'),
      usage('disk.gb', '49'),
    ]);
    expect(await meter.lines(subject.id, june('01T00:00:00'), june('01T00:00:00'))).toEqual([
      { item: 'cpu.A', exact: '0.0045', amount: '0.00' },
      { item: 'cpu.B', exact: '0.0045', amount: '0.00' },
      { item: 'disk.gb', exact: '0.0049', amount: '0.00' },
    ]);
    await meter.set(subject, june('01T00:30:00'), [usage('disk.gb', '50')]);
    expect(await meter.lines(subject.id, june('01T00:30:00'), june('01T00:30:00'))).toContainEqual({
      ...{ item: 'disk.gb', exact: '0.005', amount: '0.01' },
    });
  });
});

describe('setting the items of a subject', () => {
  const spansOf = async (subjectId: string) =>
    (
      await sql<{ item: string; quantity: string; to_at: Date | null; subject_name: string }>`
        select item, trim_scale(quantity)::text as quantity, to_at, subject_name from span where subject_id = ${subjectId} order by from_at, item`.execute(
        meter.handle.db,
      )
    ).rows;

  it('again changes nothing', async () => {
    const subject = meter.subject();
    const items = [
      cores('2'),
      usage('ram.gb', '4'),
      usage('disk.gb', '20'),
      usage('disk.gb', '30'),
    ];
    await meter.set(subject, june('01T10:00:00'), items);
    const first = await spansOf(subject.id);
    await meter.set(subject, june('02T10:00:00'), [...items].reverse());
    expect(await spansOf(subject.id)).toEqual(first);
    expect(first.map(({ item, quantity }) => [item, quantity])).toEqual([
      ['cpu.D', '2'],
      ['disk.gb', '50'],
      ['ram.gb', '4'],
    ]);
  });

  it('while it is off ends only the items that are free while off', async () => {
    const subject = meter.subject();
    await meter.set(subject, june('01T10:00:00'), [cores('2'), usage('disk.gb', '20')]);
    await meter.set(subject, june('01T12:00:00'), [cores('2', off), usage('disk.gb', '20', off)]);
    expect(
      (await spansOf(subject.id)).filter((span) => span.to_at === null).map((span) => span.item),
    ).toEqual(['disk.gb']);
  });

  it('keeps its spans when it is renamed', async () => {
    const subject = meter.subject();
    await meter.set(subject, june('01T10:00:00'), [cores('2')]);
    await meter.set({ ...subject, name: 'renamed' }, june('01T12:00:00'), [cores('2')]);
    expect(await spansOf(subject.id)).toMatchObject([{ subject_name: 'renamed', to_at: null }]);
  });

  it('with a clock that went back continues from the last recorded time', async () => {
    const subject = meter.subject();
    await meter.set(subject, june('01T10:00:00'), [cores('2')]);
    await meter.set(subject, june('01T12:00:00'), [cores('4')]);
    await meter.set(subject, june('01T09:00:00'), []);
    expect(await spansOf(subject.id)).toMatchObject([
      { quantity: '2', to_at: new Date(june('01T12:00:00')) },
    ]);
  });

  it('leaves no trace when the metered change is rolled back', async () => {
    const subject = meter.subject();
    const { db } = meter.handle;
    await expect(
      db.transaction().execute(async (transaction) => {
        await setSpans({ ...meter.contextAt(june('01T10:00:00')), db: transaction }, subject, [
          cores('1'),
        ]);
        throw new Error('the engine refused');
      }),
    ).rejects.toThrow('the engine refused');
    expect(await spansOf(subject.id)).toEqual([]);
  });

  it('by 200 callers at once leaves one span per item', async () => {
    const subject = meter.subject();
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        meter.set(subject, new Date(Date.parse(june('01T10:00:00')) + index * 1000), [
          cores(String((index % 7) + 1)),
          usage('ram.gb', '4'),
        ]),
      ),
    );
    const spans = await spansOf(subject.id);
    const open = spans.filter((span) => span.to_at === null).map((span) => span.item);
    expect(open.sort()).toEqual(['cpu.D', 'ram.gb']);
    expect(spans.filter((span) => span.item === 'ram.gb')).toHaveLength(1);
  });

  it.each(['NaN', '-1', '0', '0.0', 'Infinity', '1e3', '1.00001', '', '99999999999'])(
    'rejects the quantity %j',
    async (quantity) => {
      const subject = meter.subject();
      await expect(meter.set(subject, june('01T10:00:00'), [cores(quantity)])).rejects.toThrow(
        /quantity of cpu\.D must be/,
      );
      expect(await spansOf(subject.id)).toEqual([]);
    },
  );

  it('rejects an item without a price', async () => {
    await expect(
      meter.set(meter.subject(), june('01T10:00:00'), [usage('cpu.Z', '1')]),
    ).rejects.toMatchObject({
      reasons: [{ name: 'priceMissing', values: { resource: 'cpu.Z' } }],
    });
  });
});

describe('the database', () => {
  const insert = (quantity: string, fromAt: string, toAt: string | null, subjectId: string) =>
    sql`insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from)
      select 'server', ${subjectId}, 'web', ${meter.ownerId}, ${meter.siteId}, code, id, ${quantity}::numeric, 'hourly', ${fromAt}::timestamptz, ${toAt}::timestamptz, ${fromAt}::timestamptz
      from price_item where code = 'cpu.D'`.execute(meter.handle.db);

  it.each(['NaN', 'Infinity', '-1', '0'])('rejects the quantity %s', async (quantity) => {
    await expect(insert(quantity, june('01T10:00:00'), null, meter.subject().id)).rejects.toThrow(
      /check constraint|overflow|infinite/,
    );
  });

  it('rejects overlapping spans', async () => {
    const { id } = meter.subject();
    await insert('1', june('01T10:00:00'), june('01T12:00:00'), id);
    await expect(insert('1', june('01T11:59:59'), null, id)).rejects.toThrow('span_overlaps');
    await insert('1', june('01T12:00:00'), null, id);
  });

  it('rejects changes of recorded spans', async () => {
    const { id } = meter.subject();
    await insert('1', june('01T10:00:00'), june('01T12:00:00'), id);
    const { db } = meter.handle;
    await expect(
      sql`update span set to_at = null where subject_id = ${id}`.execute(db),
    ).rejects.toThrow('is written down');
    await expect(sql`delete from span where subject_id = ${id}`.execute(db)).rejects.toThrow(
      'is written down',
    );
    await expect(sql`truncate span`.execute(db)).rejects.toThrow('permission denied');
    await expect(sql`update price_item set hourly = 0`.execute(db)).rejects.toThrow(
      'permission denied',
    );
    await insert('1', june('01T13:00:00'), null, id);
    await expect(
      sql`update span set quantity = 2 where subject_id = ${id} and to_at is null`.execute(db),
    ).rejects.toThrow('is written down');
  });
});
