import { describe, expect, it } from 'vitest';
import { meteredItems, type PriceTerms, type WantedItem } from './rules.ts';

const terms: Record<string, PriceTerms> = {
  'cpu.B': { hourly: '0.009', monthly: '5.4', poweredOff: 'free' },
  'disk.gb': { hourly: '0.0001', monthly: '0.06', poweredOff: 'charge' },
  'traffic.t1000': { hourly: null, monthly: '2', poweredOff: 'charge' },
  'requests.million': { hourly: '0.4', monthly: null, poweredOff: 'charge' },
};
const metered = (...wanted: [item: string, quantity: string, mode: WantedItem['mode'], powerState?: WantedItem['powerState']][]) =>
  meteredItems(
    wanted.map(([item, quantity, mode, powerState = 'on']) => ({ item, quantity, mode, powerState })),
    (item) => terms[item] as PriceTerms,
  ).map(({ item, quantity, mode }) => `${quantity} ${item} ${mode}`);

describe('what is metered', () => {
  it.each([
    ['on', ['2 cpu.B hourly', '50 disk.gb hourly']],
    ['off', ['50 disk.gb hourly']],
  ] as const)('of a server that is %s', (powerState, expected) => {
    expect(metered(['cpu.B', '2', 'hourly', powerState], ['disk.gb', '50', 'hourly', powerState])).toEqual(expected);
  });

  it.each([
    ['traffic.t1000', 'hourly', 'monthly'],
    ['requests.million', 'monthly', 'hourly'],
    ['cpu.B', 'monthly', 'monthly'],
  ] as const)('%s, asked for %s, is sold %s', (item, asked, sold) => {
    expect(metered([item, '1', asked])).toEqual([`1 ${item} ${sold}`]);
  });

  it('adds the same item up exactly', () => {
    expect(metered(['disk.gb', '0.1', 'hourly'], ['disk.gb', '0.2', 'hourly'], ['disk.gb', '20.5', 'hourly'])).toEqual([
      '20.8 disk.gb hourly',
    ]);
    expect(metered(['disk.gb', '9999999999.9999', 'hourly'])).toEqual(['9999999999.9999 disk.gb hourly']);
    expect(metered(['disk.gb', '007.5000', 'hourly'])).toEqual(['7.5 disk.gb hourly']);
  });

  it('cannot be one item in two modes', () => {
    expect(() => metered(['cpu.B', '1', 'hourly'], ['cpu.B', '1', 'monthly'])).toThrow('cpu.B cannot be billed hourly and monthly at once');
  });

  it.each(['0', '-1', 'NaN', 'Infinity', '1e3', '0.00001', ' 1', ''])('refuses the quantity %j', (quantity) => {
    expect(() => metered(['cpu.B', quantity, 'hourly'])).toThrow(/quantity of cpu\.B must be/);
  });
});
