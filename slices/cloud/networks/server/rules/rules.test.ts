import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reverseNameOf } from '../addresses/reverseZone.ts';
import { parseHostname } from './hostname.ts';
import { hostsOf, isHostOf, parseAddress, parseRange } from './ranges.ts';
import { boundsOf, parseTemplate } from './template.ts';

describe('addresses', () => {
  it.each([
    ['10.0.0.7', '10.0.0.7'],
    ['FD00:0:0:0::1', 'fd00::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['127.1', undefined],
    ['010.0.0.7', undefined],
    ['0x7f.0.0.1', undefined],
    ['::ffff:10.0.0.7', undefined],
    ['10.0.0.256', undefined],
    ['', undefined],
  ])('%j is %j', (input, expected) => {
    expect(parseAddress(input)?.address).toBe(expected);
  });

  it('accepts the first and last assignable address of every accepted range, and rejects those outside it', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(octet, octet, fc.integer({ min: 12, max: 30 }), (b, c, prefix) => {
        const value = (10 * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8) >>> 0;
        const size = 2 ** (32 - prefix);
        const start = value - (value % size);
        const text = (number: number) =>
          [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
        const range = parseRange(`${text(start)}/${prefix}`);
        const cidr = 'cidr' in range ? range.cidr : '';
        expect(hostsOf(cidr)).toBe(size - 2);
        expect(
          [0, 1, size - 2, size - 1, size].map((offset) => isHostOf(cidr, text(start + offset))),
        ).toEqual([false, true, true, false, false]);
      }),
    );
  });
});

describe('patterns', () => {
  const matchesTemplate = (template: string, address: string) =>
    new RegExp(parseTemplate(template)?.pattern.replaceAll('[.]', '\\.') ?? '^$').test(address);
  it.each([
    ['10.1', '10.1.2.3', '10.10.2.3'],
    ['10.1.', '10.1.2.3', '10.11.2.3'],
    ['10.1.*.7', '10.1.200.7', '10.1.2.77'],
    ['*.7', '10.1.2.7', '10.1.2.17'],
    ['10.1.2.3', '10.1.2.3', '10.1.2.33'],
    ['fd00:', 'fd00:1::2', 'fe00:1::2'],
  ])('%s means %s and not %s', (template, matching, other) => {
    expect([matchesTemplate(template, matching), matchesTemplate(template, other)]).toEqual([
      true,
      false,
    ]);
  });

  it('are parsed as ranges if they start with whole numbers', () => {
    expect(boundsOf(parseTemplate('10.1.*.7') as never)).toEqual({
      first: '10.1.0.0',
      last: '10.1.255.255',
    });
    expect(boundsOf(parseTemplate('*.7') as never)).toBeNull();
  });

  it.each(['10.1.2.3.4', '10.300', 'a.b', '10..1', '*', '; drop'])('reject %j', (input) => {
    expect(
      input === '*' ? boundsOf(parseTemplate(input) as never) : parseTemplate(input),
    ).toBeNull();
  });
});

describe('address names', () => {
  it.each([
    ['Mail.Example.COM.', 'mail.example.com'],
    ['xn--4dbrk0ce.example', 'xn--4dbrk0ce.example'],
  ])('%s is %s', (input, name) => {
    expect(parseHostname(input)).toEqual({ name });
  });

  it.each([
    'mail',
    '-a.test',
    'a-.test',
    'a_b.test',
    'a..test',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(130)}test`,
  ])('%s is invalid', (input) => {
    expect(parseHostname(input)).toHaveProperty('en');
  });

  it('are written to the reverse zone in standard format (RFC 1035, RFC 3596)', () => {
    expect(reverseNameOf('10.64.0.7')).toBe('7.0.64.10.in-addr.arpa.');
    expect(reverseNameOf('2001:db8::567:89ab')).toBe(
      'b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa.',
    );
  });
});
