import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prorateAmount, prorateLines, type RemainingTax } from './proration.ts';

const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
const percent = (rate: number) => BigInt(rate * 1000);

describe('an amount with tax', () => {
  it.each<[number, number, number[], number[]]>([
    [118, 100, [18], [18]],
    [100, 85, [18], [15]],
    [1, 1, [18], [0]],
    [1000, 1000, [], []],
    [1000, 1000, [0], [0]],
    [12_250, 10_426, [17.5], [1824]],
    [1175, 1000, [12.5, 5], [125, 50]],
  ])('of %i minor units is %i plus its taxes', (amount, net, rates, taxes) => {
    const remaining = rates.map((rate) => ({
      rate: percent(rate),
      left: rate === 0 ? 0n : 1_000_000n,
    }));
    expect(prorateAmount(BigInt(amount), 9_000_000n, remaining)).toEqual({
      net: BigInt(net),
      taxes: taxes.map(BigInt),
    });
  });

  it('is split to the minor unit from the remaining amount until nothing is left, and never leaves only tax', () => {
    const rate = fc.constantFrom(0, 0.125, 5, 17, 18, 20, 50);
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 5000n }), { maxLength: 20 });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 20_000n }),
        fc.array(rate, { maxLength: 3 }),
        amounts,
        (net, rates, all) => {
          let netLeft = net;
          const taxes: RemainingTax[] = rates.map((one) => ({
            rate: percent(one),
            left: (net * percent(one) + 50_000n) / 100_000n,
          }));
          for (const amount of all) {
            const totalLeft = netLeft + sum(taxes.map(({ left }) => left));
            if (amount >= totalLeft) continue;
            const parts = prorateAmount(amount, netLeft, taxes);
            if (!parts) {
              expect(netLeft).toBe(1n);
              continue;
            }
            expect(parts.net + sum(parts.taxes)).toBe(amount);
            expect(parts.net > 0n && parts.net < netLeft).toBe(true);
            netLeft -= parts.net;
            for (const [index, tax] of taxes.entries()) {
              const portion = parts.taxes[index] ?? -1n;
              expect(portion >= 0n && portion <= tax.left).toBe(true);
              tax.left -= portion;
            }
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

it('lines are credited in proportion to their discounts, and their parts add up', () => {
  const charged = fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(
      charged,
      fc.array(fc.bigInt({ min: 0n, max: 3000n }), { maxLength: 3 }),
      fc.nat(10_000),
      (lines, off, share) => {
        const remaining = [...lines, ...off.map((one) => -one)];
        const all = sum(remaining);
        fc.pre(all > 1n);
        const net = 1n + (BigInt(share) * (all - 2n)) / 10_000n;
        const parts = prorateLines(net, remaining);
        expect(sum(parts)).toBe(net);
        for (const [index, portion] of parts.entries()) {
          const one = remaining[index] ?? 0n;
          expect(one < 0n ? portion <= 0n && portion >= one : portion >= 0n && portion <= one).toBe(
            true,
          );
        }
      },
    ),
    { numRuns: 2000 },
  );
});
