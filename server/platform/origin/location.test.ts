import { expect, it } from 'vitest';
import { describeDevice, formatLocation, locationOf } from './index.ts';

const ctx = { services: { config: {} } };

it.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['147.237.0.71', 'IL'],
  ['2001:67c:2e8:22::c100:68b', 'NL'],
])('%s is registered in %s', (ip, location) => expect(locationOf(ctx, ip)).toBe(location));

it.each([
  '10.1.2.3',
  '172.20.0.1',
  '192.168.0.7',
  '127.0.0.1',
  '100.64.1.1',
  '::1',
  'fd00::7',
  'fe80::1%eth0',
  '::ffff:10.0.0.1',
])('%s belongs to a private network', (ip) => expect(locationOf(ctx, ip)).toBe('private'));

it.each([
  '',
  'nowhere',
  '999.1.1.1',
  '192.0.2.7',
  '203.0.113.9',
  '2001:db8::1',
  '224.0.0.1',
  '0.0.0.0',
])('the location of %s is unknown', (ip) => expect(locationOf(ctx, ip)).toBe(''));

it('a location is written in the reader’s language', () => {
  expect([formatLocation('IL', 'en'), formatLocation('IL', 'he')]).toEqual(['Israel', 'ישראל']);
  expect([formatLocation('private', 'en'), formatLocation('', 'he')]).toEqual([
    'a private network',
    'מקום לא ידוע',
  ]);
});

it('a file configured by the operator replaces the bundled file', () => {
  expect(() =>
    locationOf({ services: { config: { countriesFile: '/nowhere/countries.mmdb' } } }, '8.8.8.8'),
  ).toThrow(/nowhere/);
});

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Chrome 140 on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox 140 on Windows',
  ],
  ['curl/8.5.0', 'curl 8.5.0'],
  ['', 'Unknown device'],
])('%s is %s', (userAgent, device) => expect(describeDevice(userAgent, 'en').device).toBe(device));
