import { expect, it } from 'vitest';
import { demoPayers } from './billing.ts';
import { pastMonths } from './fillBilling.ts';

it('months are invoiced on the third day of the next month, and a month that just ended isn’t invoiced yet', () => {
  const months = pastMonths(new Date('2026-01-05T08:00:00Z'));
  expect(months).toEqual([
    { period: '2025-12', days: 2 },
    { period: '2025-11', days: 33 },
  ]);
  expect(pastMonths(new Date('2026-01-02T08:00:00Z')).map(({ period }) => period)).toEqual([
    '2025-11',
  ]);
});

it('every paying account has a completed profile before its first payment', () => {
  for (const { bookings } of demoPayers)
    for (const { days } of bookings) expect(days).toBeLessThan(71);
});
