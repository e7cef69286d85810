import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

const language = vi.hoisted(() => ({ now: 'en-US' }));
vi.mock('../../texts/texts.ts', () => ({ locale: () => language.now }));
const { formatMoney, remainingAmount } = await import('./money.ts');

const amounts = fc.tuple(
  fc.constantFrom('', '-'),
  fc.bigInt({ min: 0n, max: 10n ** 15n }),
  fc.stringMatching(/^(\.\d{1,6})?$/),
);

describe.each(['en-US', 'he-IL'])('money in %s', (locale) => {
  it('is written in the language’s format', () => {
    language.now = locale;
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom('USD', 'EUR', 'ILS', 'GBP', 'JPY', 'KWD'),
        ([sign, whole, fraction], currency) => {
          const amount = `${sign}${whole}${fraction}`;
          const expected = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
            amount as unknown as number,
          );
          expect(formatMoney(amount, currency)).toBe(expected);
        },
      ),
    );
  });

  it('shows digits below the minor unit on request', () => {
    language.now = locale;
    expect(formatMoney('0.01653', 'USD', 5)).toContain('0.01653');
  });
});

it.each([
  ['25', '0', '25.0000'],
  ['25', '24.99', '0.0100'],
  ['0.05', '0.05', '0.0000'],
  ['999999999999.9999', '0.0001', '999999999999.9998'],
])('of %s minus %s leaves %s', (amount, spent, expected) => {
  expect(remainingAmount(amount, spent)).toBe(expected);
});
