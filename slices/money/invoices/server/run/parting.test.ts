import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partAmount, partLines, type TaxLeft } from './parting.ts';

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
    const left = rates.map((rate) => ({ rate: percent(rate), left: rate === 0 ? 0n : 1_000_000n }));
    expect(partAmount(BigInt(amount), 9_000_000n, left)).toEqual({
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
          const taxes: TaxLeft[] = rates.map((one) => ({
            rate: percent(one),
            left: (net * percent(one) + 50_000n) / 100_000n,
          }));
          for (const amount of all) {
            const whole = netLeft + sum(taxes.map(({ left }) => left));
            if (amount >= whole) continue;
            const parts = partAmount(amount, netLeft, taxes);
            if (!parts) {
              expect(netLeft).toBe(1n);
              continue;
            }
            expect(parts.net + sum(parts.taxes)).toBe(amount);
            expect(parts.net > 0n && parts.net < netLeft).toBe(true);
            netLeft -= parts.net;
            for (const [index, tax] of taxes.entries()) {
              const part = parts.taxes[index] ?? -1n;
              expect(part >= 0n && part <= tax.left).toBe(true);
              tax.left -= part;
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
        const left = [...lines, ...off.map((one) => -one)];
        const all = sum(left);
        fc.pre(all > 1n);
        const net = 1n + (BigInt(share) * (all - 2n)) / 10_000n;
        const parts = partLines(net, left);
        expect(sum(parts)).toBe(net);
        for (const [index, part] of parts.entries()) {
          const one = left[index] ?? 0n;
          expect(one < 0n ? part <= 0n && part >= one : part >= 0n && part <= one).toBe(true);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
