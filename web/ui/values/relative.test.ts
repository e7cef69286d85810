import { expect, it } from 'vitest';
import { formatRelative } from './values.tsx';

const now = Date.parse('2026-11-24T20:26:00Z');

it.each([
  ['2026-11-26T20:25:00Z', 'in 2 days'],
  ['2026-11-26T20:27:00Z', 'in 2 days'],
  ['2026-11-25T20:26:00Z', 'tomorrow'],
  ['2026-11-22T20:27:00Z', 'yesterday'],
  ['2026-11-24T20:24:01Z', '1 minute ago'],
])('%s is %s: future times are rounded, past times count completed units', (moment, expected) => {
  expect(formatRelative(moment, now)).toBe(expected);
});
