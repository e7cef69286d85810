import { describe, expect, it } from 'vitest';
import { meteredItems, type PriceTerms, type RequestedItem } from './rules.ts';

const terms: Record<string, PriceTerms> = {
  'cpu.B': { hourly: '0.009', monthly: '5.4', poweredOff: 'free' },
  'ram.gb': { hourly: '0.0035', monthly: '2.1', poweredOff: 'priced' },
  'disk.gb': { hourly: '0.0001', monthly: '0.06', poweredOff: 'charge' },
  'traffic.t1000': { hourly: null, monthly: '2', poweredOff: 'charge' },
  'queries.million': { hourly: '0.4', monthly: null, poweredOff: 'free' },
  'managed.server': { hourly: null, monthly: '9', poweredOff: 'free' },
  'requests.million': { hourly: '0.4', monthly: null, poweredOff: 'charge' },
};
const metered = (
  ...input: [
    item: string,
    quantity: string,
    mode: RequestedItem['mode'],
    powerState?: RequestedItem['powerState'],
  ][]
) =>
  meteredItems(
    input.map(([item, quantity, mode, powerState = 'on']) => ({
      item,
      quantity,
      mode,
      powerState,
    })),
    (item) => terms[item] as PriceTerms,
  ).map(({ item, quantity, mode }) => `${quantity} ${item} ${mode}`);

describe('metered items', () => {
  it.each([
    ['on', ['2 cpu.B hourly', '50 disk.gb hourly']],
    ['off', ['50 disk.gb hourly']],
  ] as const)('of a server that is %s', (powerState, expected) => {
    expect(
      metered(['cpu.B', '2', 'hourly', powerState], ['disk.gb', '50', 'hourly', powerState]),
    ).toEqual(expected);
  });

  it('include the price while off, and items that are free by the hour while off continue if billed monthly', () => {
    expect(metered(['ram.gb', '4', 'hourly', 'off'], ['cpu.B', '2', 'monthly', 'off'])).toEqual([
      '4 ram.gb.off hourly',
      '2 cpu.B monthly',
    ]);
    expect(metered(['ram.gb', '4', 'monthly', 'off'], ['ram.gb', '1', 'monthly', 'off'])).toEqual([
      '5 ram.gb.off monthly',
    ]);
    expect(
      metered(
        ['queries.million', '4', 'monthly', 'off'],
        ['queries.million', '3', 'monthly', 'on'],
      ),
    ).toEqual(['3 queries.million hourly']);
    expect(metered(['managed.server', '1', 'hourly', 'off'])).toEqual([]);
    expect(metered(['managed.server', '1', 'monthly', 'off'])).toEqual([
      '1 managed.server monthly',
    ]);
    expect(() =>
      metered(['ram.gb', '4', 'hourly', 'off'], ['ram.gb', '1', 'hourly', 'on']),
    ).toThrow('ram.gb cannot be on and off at once');
  });

  it.each([
    ['traffic.t1000', 'hourly', 'monthly'],
    ['requests.million', 'monthly', 'hourly'],
    ['cpu.B', 'monthly', 'monthly'],
  ] as const)('sell %s, requested as %s, as %s', (item, quantity, expected) => {
    expect(metered([item, '1', quantity])).toEqual([`1 ${item} ${expected}`]);
  });

  it('are added up exactly', () => {
    expect(
      metered(
        ['disk.gb', '0.1', 'hourly'],
        ['disk.gb', '0.2', 'hourly'],
        ['disk.gb', '20.5', 'hourly'],
      ),
    ).toEqual(['20.8 disk.gb hourly']);
    expect(metered(['disk.gb', '9999999999.9999', 'hourly'])).toEqual([
      '9999999999.9999 disk.gb hourly',
    ]);
    expect(metered(['disk.gb', '007.5000', 'hourly'])).toEqual(['7.5 disk.gb hourly']);
  });

  it('can’t contain one item in two billing modes', () => {
    expect(() => metered(['cpu.B', '1', 'hourly'], ['cpu.B', '1', 'monthly'])).toThrow(
      'cpu.B cannot be billed hourly and monthly at once',
    );
  });

  it.each(['0', '-1', 'NaN', 'Infinity', '1e3', '0.00001', ' 1', ''])(
    'reject the quantity %j',
    (quantity) => {
      expect(() => metered(['cpu.B', quantity, 'hourly'])).toThrow(/quantity of cpu\.B must be/);
    },
  );
});
