import { describe, expect, it } from 'vitest';
import { monthRange } from './months.ts';

describe('selectable months', () => {
  const now = new Date('2026-02-10T12:00:00Z');

  it('go from the current one back to the first', () => {
    expect(monthRange('2025-11', '2026-02', now)).toEqual([
      '2026-02',
      '2026-01',
      '2025-12',
      '2025-11',
    ]);
  });

  it('include the displayed one, regardless of the portal’s clock', () => {
    expect(monthRange('2026-02', '2026-03', now)).toEqual(['2026-03', '2026-02']);
    expect(monthRange('2026-02', '2026-01', now)).toEqual(['2026-02', '2026-01']);
  });
});
