import { describe, expect, it } from 'vitest';
import {
  type Choice,
  firstChoice,
  itemsOf,
  multiply,
  parseChoices,
  searchOfAll,
  sumOf,
} from './choice.ts';

const large: Choice = {
  ...{ servers: 3, image: 'windows' },
  ...{ cpu: 'D', cores: 16, ram: 64, disks: [100, 2000], addresses: 3, traffic: '100' },
  ...{ hasBackup: true, isManaged: true, mode: 'hourly', hours: 120 },
};

describe('a link to a choice', () => {
  it.each([
    firstChoice,
    large,
    { ...large, traffic: '', mode: 'monthly', hours: 744 } satisfies Choice,
  ])('restores it', (choice) => {
    expect(parseChoices(searchOfAll([choice]))).toEqual([choice]);
  });

  it.each([
    [{}],
    [
      {
        cpu: 'cpu',
        cores: '3',
        ram: 'NaN',
        disks: '51',
        ip: '-1',
        traffic: '../x',
        hours: '0',
        mode: 'free',
        backup: 'yes',
      },
    ],
    [{ servers: '101', image: '../x' }],
    [{ disks: Array(17).fill('5').join('-'), hours: '1e9' }],
  ])('that is invalid falls back to the first choice: %j', (search) => {
    expect(parseChoices(search)).toEqual([firstChoice]);
  });
});

describe('a link to several choices', () => {
  it('restores them in order, at most four', () => {
    const some = [firstChoice, large, { ...large, mode: 'monthly', hours: 744 } satisfies Choice];
    expect(parseChoices(searchOfAll(some))).toEqual(some);
    expect(parseChoices(searchOfAll(Array(6).fill(large)))).toHaveLength(4);
  });
});

describe('money', () => {
  it.each([
    ['12.34', 3, '37.02'],
    ['0.0035', 100, '0.3500'],
    ['7', 12, '84'],
    ['-1.50', 2, '-3.00'],
  ])('%s times %i is %s', (amount, count, product) => {
    expect(multiply(amount, count)).toBe(product);
  });

  it.each([
    [['0.1', '0.2'], '0.3'],
    [['12.34', '7', '0.666'], '20.006'],
    [['1.00', '-3.50'], '-2.50'],
    [['-0.30', '0.10'], '-0.20'],
    [[], '0'],
  ])('%j add up to %s', (amounts, sum) => {
    expect(sumOf(amounts)).toBe(sum);
  });
});

describe('the items of a choice', () => {
  const pricedItems = new Set([
    'cpu.D',
    'ram.gb',
    'disk.gb',
    'ip.wan',
    'traffic.100',
    'image.windows',
    'backup.gb',
    'managed.server',
  ]);

  it('are limited to those on the price list', () => {
    expect(itemsOf(large, pricedItems).map(({ item, quantity }) => `${quantity} ${item}`)).toEqual([
      ...[
        '16 cpu.D',
        '64 ram.gb',
        '2100 disk.gb',
        '3 ip.wan',
        '1 traffic.100',
        '1 image.windows',
        '2100 backup.gb',
        '1 managed.server',
      ],
    ]);
    expect(itemsOf(large, new Set(['disk.gb']))).toEqual([
      { item: 'disk.gb', quantity: '2100', mode: 'hourly' },
    ]);
  });

  it('omit what wasn’t chosen', () => {
    const minimal: Choice = {
      ...large,
      addresses: 0,
      traffic: '',
      image: '',
      hasBackup: false,
      isManaged: false,
    };
    expect(itemsOf(minimal, pricedItems, true)).toEqual([
      { item: 'cpu.D', quantity: '16', mode: 'hourly', powerState: 'off' },
      { item: 'ram.gb', quantity: '64', mode: 'hourly', powerState: 'off' },
      { item: 'disk.gb', quantity: '2100', mode: 'hourly', powerState: 'off' },
    ]);
  });
});
