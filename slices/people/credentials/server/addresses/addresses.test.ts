import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalIp, normalizeAddress } from './addresses.ts';

describe('an address or range', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7/32'],
    [' 192.0.2.7 ', '192.0.2.7/32'],
    ['192.0.2.7/24', '192.0.2.0/24'],
    ['255.255.255.255', '255.255.255.255/32'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ])('%s is saved as %s', (input, expected) => expect(normalizeAddress(input)).toBe(expected));

  it.each([
    '',
    '0.0.0.0',
    '0.1.2.3',
    '256.1.1.1',
    '1.2.3',
    '1.2.3.4.5',
    '010.0.0.1',
    '1.02.3.4',
    '0x7f.0.0.1',
    '0x7f000001',
    '2130706433',
    '127.1',
    '1.2.3.4/33',
    '1.2.3.4/0',
    '1.2.3.4/-1',
    '1.2.3.4/08',
    '1.2.3.4/',
    '1.2.3.4/8/8',
    '1 .2.3.4',
    '1.2.3.4;',
    'example.test',
    'fe80::1%eth0',
    '2001:db8::/129',
    '2001:db8:::1',
    ':::',
    '::ffff:192.0.2.7/64',
  ])('%s is invalid', (input) => expect(normalizeAddress(input)).toBeNull());

  it('stays unchanged when it is saved again', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.ipV4(), fc.ipV6()),
        fc.integer({ min: 1, max: 32 }),
        (address, prefix) => {
          const normalized = normalizeAddress(`${address}/${prefix}`);
          if (normalized !== null) expect(normalizeAddress(normalized)).toBe(normalized);
        },
      ),
    ));
});

it.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['192.0.2.7', '192.0.2.7'],
])('a caller at %s is compared as %s', (input, plain) => expect(canonicalIp(input)).toBe(plain));
