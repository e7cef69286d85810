import { describe, expect, it } from 'vitest';
import { product, rounded } from '../../../../../server/platform/decimals/decimals.ts';
import { documentKinds } from '../testing/kinds.ts';
import { formatPriceBasis, type PriceBasis } from './priceBasis.ts';
import { type Printable, priceBasisTextOf } from './printable.ts';

const document = documentKinds['of lines that say quantities and prices'] as Printable;

describe('a line shows quantity, duration and price', () => {
  it('in English', () => {
    expect(document.lines.map((line) => priceBasisTextOf(document, line))).toEqual([
      '4 GB · 720 h · at 0.005 EUR per GB per hour',
      '5 GB · 0.5161 months · at 2.10 EUR per GB per month',
      '4 GB · 744 h · up to 2.10 EUR per GB per month',
      '120 GB · at 0.01 EUR per GB',
      '2 servers · one-time purchase at 15.505 EUR per server',
      '30 h · several quantities, see details in the portal',
    ]);
  });

  it('in Hebrew, with the duration first', () => {
    const hebrew: Printable = { ...document, language: 'he' };
    expect(hebrew.lines.map((line) => priceBasisTextOf(hebrew, line))).toEqual([
      '720 שעות · 4 GB · לפי 0.005 EUR לכל GB לשעה',
      '0.5161 חודשים · 5 GB · לפי 2.10 EUR לכל GB לחודש',
      '744 שעות · 4 GB · עד 2.10 EUR לכל GB לחודש',
      '120 GB · לפי 0.01 EUR לכל GB',
      '2 שרתים · רכישה חד-פעמית ב-15.505 EUR לכל שרת',
      '30 שעות · כמה כמויות, הפירוט בפורטל',
    ]);
  });

  it.each<[string, PriceBasis | null, string]>([
    ['nothing of lines of before', null, ''],
    [
      'one of it without its unit twice',
      { quantity: '1', times: '1', unitPrice: '1234.5', pricedBy: 'month' },
      '1 core · 1 month · at 1,234.50 USD per month',
    ],
    [
      'several prices of one quantity',
      { quantity: '2', times: null, unitPrice: null, pricedBy: 'several' },
      '2 cores · several prices, see details in the portal',
    ],
  ])('%s', (_case, basis, expected) => {
    expect(
      formatPriceBasis(basis, {
        unit: { en: 'core', he: 'ליבה', ar: 'core' },
        currency: 'USD',
        decimals: 2,
        language: 'en',
      }),
    ).toBe(expected);
  });
});

describe('decimal numbers', () => {
  it('are multiplied and rounded exactly, with halves rounded away from zero', () => {
    expect([product('0.1', '0.2'), product('10', '0.10'), product('-1.5', '2')]).toEqual([
      '0.02',
      '1',
      '-3',
    ]);
    expect([
      rounded('1.005', 2),
      rounded('-1.005', 2),
      rounded('1.00499999', 2),
      rounded('0.4', 0),
    ]).toEqual(['1.01', '-1.01', '1', '0']);
  });
});
