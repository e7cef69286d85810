import { describe, expect, it } from 'vitest';
import { parseSearch } from './search.ts';

/**
 * Whether the search finds a server with these addresses, using the same matching as the database.
 */
function matchesSearch(filter: string, ...addresses: string[]): boolean {
  const term = parseSearch(filter);
  if (term?.kind !== 'address' && term?.kind !== 'either')
    throw new Error(`"${filter}" is no address search: ${JSON.stringify(term)}`);
  return new RegExp(term.pattern).test(` ${addresses.join(' ')} `);
}

describe('a search', () => {
  it('matches digits against both names and MAC addresses', () => {
    expect(parseSearch('facade')).toEqual({ kind: 'either', text: 'facade', pattern: ' fa:ca:de' });
  });

  it.each(['', '   '])('%j does not filter', (filter) => {
    expect(parseSearch(filter)).toBeNull();
  });

  it.each([
    'web',
    '100%',
    'a_b',
    'be-ad',
    'db-1',
    '10',
    'my server',
    '1.2.3.4.5',
    '300.1',
    'x:y',
    '(a+)+$',
  ])('%j is part of a name', (filter) => {
    expect(parseSearch(filter)).toEqual({ kind: 'text', text: filter });
  });

  it('treats a complete ID as an ID', () => {
    const id = '0b8e6b3a-3d7e-4f44-9d15-0e7fbe6a1c11';
    expect(parseSearch(` ${id.toUpperCase()} `)).toEqual({ kind: 'id', id });
  });

  it.each([
    ['10.1.0.7', '10.1.0.7', true],
    ['10.1.0.7', '10.1.0.70', false],
    ['10.1.0.7', '110.1.0.7', false],
    ['10.1.', '10.1.9.9', true],
    ['10.1.', '10.12.9.9', false],
    ['10.1', '10.12.9.9', true],
    ['10.1', '9.10.1.2', false],
    ['10.1.*.7', '10.1.255.7', true],
    ['10.1.*.7', '10.1.255.71', false],
    ['*.*.*.7', '1.2.3.7', true],
    ['10.64.*', '10.64.3.9', true],
    ['10.64.*', '10.65.3.9', false],
    ['*.11', '10.64.0.11', true],
    ['*.11', '10.64.0.111', false],
    ['*.11', '10.11.0.5', false],
    ['*.0.11', '10.64.0.11', true],
    ['*.0.11', '10.64.10.11', false],
    ['*.64.*', '10.64.0.11', true],
    ['*.64.*', '64.10.0.64', false],
    ['*.64.', '10.64.0.11', true],
    ['10.64.0.1*', '10.64.0.11', true],
    ['10.64.0.1*', '10.64.0.1', true],
    ['10.64.0.1*', '10.64.0.21', false],
    ['10.*4.0.11', '10.64.0.11', true],
    ['10.*4.0.11', '10.65.0.11', false],
    ['*.0.9*', '10.64.0.97', true],
    ['*.0.9*', '10.64.1.97', false],
  ])('by %s: %s is found: %s', (filter, address, expected) => {
    expect(matchesSearch(filter, address)).toBe(expected);
    expect(matchesSearch(filter, '0.0.0.0', address, '255.0.0.1')).toBe(expected);
  });

  it.each([
    ['52:54:00', '52:54:00:12:34:56', true],
    ['52-54-00', '52:54:00:12:34:56', true],
    ['52:54:00:12:34:56', '52:54:00:12:34:56', true],
    ['52:54:*:12', '52:54:ff:12:34:56', true],
    ['54:00', '52:54:00:12:34:56', false],
    ['52:5', '52:54:00:12:34:56', true],
    ['*:56', '52:54:00:12:34:56', true],
    ['*-56', '52:54:00:12:34:56', true],
    ['*:12', '52:54:00:12:34:56', false],
    ['*:34:56', '52:54:00:12:34:56', true],
    ['*:12:*', '52:54:00:12:34:56', true],
    ['*:56:*', '52:54:00:12:34:56', false],
    ['52:54:*', '52:54:00:12:34:56', true],
    ['52-5*-00', '52:54:00:12:34:56', true],
    ['52:54:00:12:34:5*', '52:54:00:12:34:56', true],
    ['525400123456', '52:54:00:12:34:56', true],
    ['525400123457', '52:54:00:12:34:56', false],
    ['525400', '52:54:00:12:34:56', true],
    ['5254001', '52:54:00:12:34:56', true],
    ['540012', '52:54:00:12:34:56', false],
    ['5254*', '52:54:00:12:34:56', true],
    ['*3456', '52:54:00:12:34:56', true],
    ['*456', '52:54:00:12:34:56', true],
    ['*1234', '52:54:00:12:34:56', false],
    ['52*56', '52:54:00:12:34:56', true],
    ['52*0012*56', '52:54:00:12:34:56', true],
    ['*0012*', '52:54:00:12:34:56', true],
    ['*9999*', '52:54:00:12:34:56', false],
  ])('by hardware address %s: %s is found: %s', (filter, address, expected) => {
    expect(matchesSearch(filter, address)).toBe(expected);
  });
});
