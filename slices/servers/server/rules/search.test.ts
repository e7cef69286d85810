import { describe, expect, it } from 'vitest';
import { parseSearch } from './search.ts';

/** Whether the search finds a server with these addresses, as the database matches them. */
function finds(filter: string, ...addresses: string[]): boolean {
  const term = parseSearch(filter);
  if (term?.kind !== 'address') throw new Error(`"${filter}" is no address search: ${JSON.stringify(term)}`);
  return new RegExp(term.pattern).test(` ${addresses.join(' ')} `);
}

describe('a search', () => {
  it.each(['', '   '])('%j asks for nothing', (filter) => {
    expect(parseSearch(filter)).toBeNull();
  });

  it.each(['web', '100%', 'a_b', 'be-ad', 'db-1', '10', 'my server', '1.2.3.4.5', '300.1', 'x:y', '(a+)+$'])(
    '%j is part of a name',
    (filter) => {
      expect(parseSearch(filter)).toEqual({ kind: 'text', text: filter });
    },
  );

  it('takes a whole id for an id', () => {
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
  ])('by %s: %s is found: %s', (filter, address, expected) => {
    expect(finds(filter, address)).toBe(expected);
    expect(finds(filter, '0.0.0.0', address, '255.0.0.1')).toBe(expected);
  });

  it.each([
    ['52:54:00', '52:54:00:12:34:56', true],
    ['52-54-00', '52:54:00:12:34:56', true],
    ['52:54:00:12:34:56', '52:54:00:12:34:56', true],
    ['52:54:*:12', '52:54:ff:12:34:56', true],
    ['54:00', '52:54:00:12:34:56', false],
    ['52:5', '52:54:00:12:34:56', true],
  ])('by hardware address %s: %s is found: %s', (filter, address, expected) => {
    expect(finds(filter, address)).toBe(expected);
  });
});
