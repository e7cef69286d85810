import { describe, expect, it } from 'vitest';
import { barOf } from './bar.ts';
import { bodyOf, defaultThresholds, draftOf, nextDraft } from './thresholds.ts';

describe('budget bar', () => {
  it('ends at the budget until the cost exceeds it, and then at the cost', () => {
    expect(barOf({ spent: '25.00', forecast: '50.00' }, '100.00')).toEqual({
      spent: 25,
      forecast: 50,
      amount: 100,
    });
    expect(barOf({ spent: '100.00', forecast: '400.00' }, '200.00')).toEqual({
      spent: 25,
      forecast: 100,
      amount: 50,
    });
    expect(barOf({ spent: '0.00', forecast: '0.00' }, '0.01')).toEqual({
      spent: 0,
      forecast: 0,
      amount: 100,
    });
  });
});

describe('thresholds in a form', () => {
  it('are sent as numbers, and invalid ones unchanged, so that the error names the field', () => {
    const draft = draftOf({ basis: 'actual', percent: 80, blocks: true, powersOff: false });
    expect(bodyOf(draft)).toEqual({ basis: 'actual', percent: 80, blocks: true, powersOff: false });
    for (const typed of ['', ' ', 'eighty'])
      expect(JSON.stringify(bodyOf({ ...draft, percent: typed }))).toContain('"percent":null');
  });

  it('are added above the highest one', () => {
    expect(bodyOf(nextDraft(defaultThresholds()))).toEqual({
      basis: 'actual',
      percent: 110,
      blocks: false,
      powersOff: false,
    });
    expect(nextDraft([]).percent).toBe('50');
  });
});
