import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './publicAddress.ts';
import { isHiddenLiteral, lookupPublic } from './publicLookup.ts';

describe('a public internet address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '151.101.2.132',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ])('%s is accepted', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
    ],
    ...[
      '192.0.0.1',
      '192.0.2.1',
      '192.168.1.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      'fe80::1',
      'fc00::1',
      'fd12:3456::1',
      'ff02::1',
      '2001:db8::1',
      '2001::1',
      '2002:7f00:1::',
      '64:ff9b::7f00:1',
    ],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:169.254.169.254',
      '::127.0.0.1',
      '3fff::1',
      '100::1',
    ],
  ])('%s is rejected', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a hostname', () => {
  const lookUp = (name: string) =>
    new Promise((resolve, reject) =>
      lookupPublic(name, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
    );

  it.each(['localhost', 'nowhere.invalid'])(
    'that resolves to this machine or doesn’t resolve fails in the same way (%s)',
    async (name) => {
      const failure = await lookUp(name).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'ENOTFOUND', message: `${name} can't be reached.` });
      expect(Object.keys(failure as object)).toEqual(['code']);
    },
  );
});

it.each([
  ['127.0.0.1', true],
  ['[::1]', true],
  ['::ffff:10.0.0.1', true],
  ['1.1.1.1', false],
  ['cloud.debian.org', false],
])('%s is an address that isn’t public: %s', (host, expected) => {
  expect(isHiddenLiteral(host)).toBe(expected);
});
