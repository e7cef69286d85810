import { describe, expect, it } from 'vitest';
import { type CostPreview, describeCost, isFree } from './describeCost.ts';

const change = (
  hourly: string,
  monthly: string,
  more: Partial<CostPreview['changes'][number]> = {},
) => ({
  currency: 'USD',
  before: { hourly: '0.01', monthly: '6.00' },
  after: { hourly: '0.012', monthly: '7.20' },
  added: { hourly, monthly, once: '0' },
  thisMonth: null,
  ...more,
});
const preview = (
  changes: CostPreview['changes'],
  more: Partial<CostPreview> = {},
): CostPreview => ({
  ...{ changes, whileOn: null, basis: 'exact' },
  ...more,
});

describe('the description of an action’s cost', () => {
  it('includes the change per hour and month, and the resulting monthly cost', () => {
    expect(describeCost(preview([change('0.002', '1.20')]))).toEqual([
      'Adds $0.002 per hour, $1.20 per month.',
      'Per month: $6.00 → $7.20.',
    ]);
  });

  it.each([
    ['0', '0.00', 'No additional cost'],
    ['0', '1.20', 'Adds $1.20 per month.'],
    ['-0.002', '-1.20', 'Saves $0.002 per hour, $1.20 per month.'],
    ['0', '-1.20', 'Saves $1.20 per month.'],
    ['-0.01', '0.00', 'Per hour: $0.01 → $0.012. Per month: $6.00 → $7.20.'],
    ['-0.01', '1.20', 'Per hour: $0.01 → $0.012. Per month: $6.00 → $7.20.'],
  ])('for %s an hour and %s a month is: %s', (hourly, monthly, expected) => {
    expect(describeCost(preview([change(hourly, monthly)]))[0]).toBe(expected);
  });

  it('shows a limit, or the price per gigabyte, if the amount depends on usage', () => {
    expect(describeCost(preview([change('0.00016', '0.10')], { basis: 'atMost' }))).toEqual([
      'Adds up to $0.00016 per hour, $0.10 per month, depending on the final size.',
    ]);
    expect(describeCost(preview([change('0.00005', '0.03')], { basis: 'perGb' }))[0]).toMatch(
      /^\$0\.00005 per GB per hour/,
    );
  });

  it('names one-time charges, each currency, and the cost while on', () => {
    const once = change('0', '0.00', { added: { hourly: '0', monthly: '0.00', once: '199.00' } });
    const euroChange = change('0.1', '60.00', {
      currency: 'EUR',
      before: { hourly: '0', monthly: '0.00' },
    });
    const texts = describeCost(preview([once, euroChange], { whileOn: [change('0.2', '120.00')] }));
    expect(texts).toEqual([
      'Adds €0.10 per hour, €60.00 per month.',
      'One-time: $199.00.',
      'While running: Adds $0.20 per hour, $120.00 per month.',
    ]);
  });

  it('includes this month’s invoice, even if only that changes, and omits zero amounts', () => {
    const thisMonth = { before: '6.00', after: '6.31', added: '0.31' };
    expect(describeCost(preview([change('0', '1.20', { thisMonth })]))).toEqual([
      'Adds $1.20 per month.',
      'Per month: $6.00 → $7.20.',
      'On this month’s invoice: $6.00 → $6.31.',
    ]);
    expect(describeCost(preview([change('0', '0.00', { thisMonth })])).at(-1)).toBe(
      'On this month’s invoice: $6.00 → $6.31.',
    );
    expect(
      describeCost(
        preview([
          change('0', '0.00', { thisMonth: { ...thisMonth, after: '6.00', added: '0.00' } }),
        ]),
      ),
    ).toEqual(['No additional cost']);
    expect(
      describeCost(preview([change('0.1', '1.20', { thisMonth })], { basis: 'atMost' })),
    ).toHaveLength(1);
    expect(describeCost(preview([]))).toEqual(['No additional cost']);
  });

  it('is free only if nothing costs more, now or while on', () => {
    expect(isFree(preview([change('0', '0.00')]))).toBe(true);
    expect(isFree(preview([change('0', '0.00')], { whileOn: [change('0.1', '60.00')] }))).toBe(
      false,
    );
    expect(
      isFree(
        preview([change('0', '0.00', { added: { hourly: '0', monthly: '0.00', once: '9.00' } })]),
      ),
    ).toBe(false);
  });
});
