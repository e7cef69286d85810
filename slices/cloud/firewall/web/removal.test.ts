import { expect, it } from 'vitest';
import type { Entry } from './describe.ts';
import { withEntryRestored, withoutEntry } from './removal.ts';

const group = (groupId: string): Entry => ({ kind: 'group', groupId });
const [a, b, c] = [group('a'), group('b'), group('c')];

it.each([
  ['first', 0],
  ['middle', 1],
  ['last', 2],
] as const)('puts the removed %s entry back in its place', (_name, index) => {
  const entries = [a, b, c];
  const removed = entries[index] as Entry;
  expect(withEntryRestored(withoutEntry(entries, index), removed, index)).toEqual(entries);
});

it('keeps changes made after the removal', () => {
  expect(withEntryRestored([c], b, 1)).toEqual([c, b]);
  expect(withEntryRestored([], c, 2)).toEqual([c]);
});

it('adds no duplicates', () => {
  expect(withEntryRestored([b, a], b, 1)).toEqual([b, a]);
});
