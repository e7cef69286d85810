import { describe, expect, it } from 'vitest';
import { isWithin, parseRange } from '../../../../../server/platform/origin/addressRange.ts';
import { parsePageUrl } from '../pages/pageAddress.ts';
import { parseHostname } from './hostname.ts';

describe('a hostname', () => {
  it.each([
    ['Cloud.Example.COM', 'cloud.example.com'],
    ['cloud.example.com.', 'cloud.example.com'],
    ['ענן.example', 'xn--kebbf.example'],
    ['xn--kebbf.example', 'xn--kebbf.example'],
  ])('%s is %s', (input, host) => {
    expect(parseHostname(input)).toEqual({ host, problem: null });
  });

  it.each([
    '',
    'localhost',
    'cloud',
    '10.0.0.1',
    '[::1]',
    '::1',
    '0x7f.1',
    '1.2.3',
    'https://cloud.example.com',
    'cloud.example.com:8080',
    'cloud.example.com/path',
    'user@cloud.example.com',
    '_dmarc.example.com',
    '-cloud.example.com',
    'a..example.com',
    '*.example.com',
    'portal.local',
    'db.internal',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(130)}com`,
    'cloud example.com',
  ])('%j is invalid, with the reason in both languages', (input) => {
    const { problem } = parseHostname(input);
    expect(problem?.en).toMatch(/[a-z]/);
    expect(problem?.he).toMatch(/[א-ת]/);
  });
});

describe('addresses and ranges', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.9/24', '192.0.2.0/24'],
    ['2001:DB8::1/48', '2001:db8::/48'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
  ])('%s is read as %s', (input, range) => {
    expect(parseRange(input)).toBe(range);
  });

  it.each([
    '',
    '192.0.2',
    '127.1',
    '0x7f000001',
    '192.0.2.7/33',
    'example.com',
    '2001:db8::/129',
    '1.2.3.4/',
  ])('%j is invalid', (input) => {
    expect(parseRange(input)).toBeNull();
  });

  it("an address matches only its own ranges, including when it's written as IPv6", () => {
    const ranges = ['192.0.2.0/24', '2001:db8::/48', '198.51.100.7'];
    for (const address of ['192.0.2.255', '::ffff:192.0.2.1', '2001:db8:0:1::9', '198.51.100.7'])
      expect(isWithin(address, ranges)).toBe(true);
    for (const outside of ['192.0.3.0', '2001:db8:1::', '198.51.100.8', '', '::1', 'x'])
      expect(isWithin(outside, ranges)).toBe(false);
    expect(isWithin('192.0.2.1', [])).toBe(false);
  });
});

describe('the URL of an embedded page', () => {
  it('must use https and a public host', () => {
    expect(parsePageUrl('https://docs.example.com/a?b#c')).toMatchObject({
      url: 'https://docs.example.com/a?b#c',
      problem: null,
    });
    expect(parsePageUrl('https://docs.example.com:443/')).toMatchObject({
      url: 'https://docs.example.com/',
    });
  });

  it.each([
    'http://docs.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://router.local/',
    'https://db.internal/',
    'https://user:password@docs.example.com/',
    'https://docs.example.com:8443/',
    '//docs.example.com/',
    'docs.example.com',
    '',
  ])('rejects %j', (input) => {
    expect(parsePageUrl(input).problem?.en).toMatch(/[a-z]/);
  });
});
