import { describe, expect, it } from 'vitest';
import { readingsOf, stepFor } from './window.ts';

describe('chart intervals', () => {
  it.each([
    [3_600, 720, 30],
    [21_600, 720, 30],
    [21_600, 300, 150],
    [86_400, 720, 300],
    [86_400, 300, 300],
    [30 * 86_400, 720, 3_600],
    [30 * 86_400, 1500, 1_800],
    [365 * 86_400, 800, 43_200],
    [20 * 366 * 86_400, 10, 732 * 86_400],
  ])('of %i seconds in at most %i are %i seconds long', (seconds, points, step) => {
    expect(stepFor(seconds, points)).toBe(step);
    expect(Math.ceil(seconds / step)).toBeLessThanOrEqual(points);
  });
});

describe('the data source of a chart', () => {
  const window = { from: 0, to: 172_800 - 3_600, step: 3_600, depth: '1h' as const };

  it('is the coarse level as far as it is aggregated, then the finer ones', () => {
    expect(readingsOf(window, { '1d': 86_400, '1h': 169_200, '5m': 171_900 })).toEqual([
      { depth: '1h', from: 0, to: 169_200 },
      { depth: '5m', from: 169_200, to: 171_900 },
      { depth: 'raw', from: 171_900, to: 172_800 },
    ]);
  });

  it('has no overlaps, and consists of the raw metrics while nothing is aggregated', () => {
    expect(readingsOf(window, {})).toEqual([{ depth: 'raw', from: 0, to: 172_800 }]);
    expect(readingsOf(window, { '1h': 999_999, '5m': 999_999 })).toEqual([
      { depth: '1h', from: 0, to: 172_800 },
    ]);
  });
});
