/**
 * A tax of an invoice: its rate in thousandths of a percent, and its remaining amount in minor
 * units.
 */
export interface RemainingTax {
  rate: bigint;
  left: bigint;
}

/** Rounds half up. Expects non-negative numbers. */
const ratioOf = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor);
const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);
const clamp = (amount: bigint, least: bigint, max: bigint): bigint =>
  amount > max ? max : amount < least ? least : amount;

/**
 * Splits an amount including tax that is less than the rest of its invoice into net and taxes, in
 * minor units. Each tax is proportional to its rate and limited to its remaining amount. At least
 * one minor unit of the net remains, so that tax is never left alone. Null if only one minor unit
 * remains.
 */
export function prorateAmount(
  amount: bigint,
  netLeft: bigint,
  taxes: readonly RemainingTax[],
): { net: bigint; taxes: bigint[] } | null {
  const remainingTax = sum(taxes.map(({ left }) => left));
  if (netLeft <= 1n && remainingTax > 0n) return null;
  const fullRate = 100_000n;
  const rates = sum(taxes.map(({ rate }) => rate));
  const least = amount > remainingTax ? amount - remainingTax : 1n;
  const net = clamp(
    ratioOf(amount * fullRate, fullRate + rates),
    least,
    amount < netLeft ? amount : netLeft - 1n,
  );
  return { net, taxes: prorateTax(amount - net, rates, taxes) };
}

/**
 * Splits a tax by running sums, so that the parts add up. If a tax has less left than its part, the
 * following ones get the difference.
 */
function prorateTax(tax: bigint, rates: bigint, taxes: readonly RemainingTax[]): bigint[] {
  let [allotted, runningTotal] = [0n, 0n];
  return taxes.map(({ rate, left }, index) => {
    runningTotal += rate;
    const others = sum(taxes.slice(index + 1).map((other) => other.left));
    const rest = tax - allotted;
    const portion = clamp(
      (rates === 0n ? 0n : ratioOf(tax * runningTotal, rates)) - allotted,
      rest > others ? rest - others : 0n,
      clamp(left, 0n, rest),
    );
    allotted += portion;
    return portion;
  });
}

/**
 * A proportional part of the remaining lines. Discounts (negative, after their lines) are included,
 * and the parts add up to `net`, which must be less than the total remaining amount.
 */
export function prorateLines(net: bigint, remaining: readonly bigint[]): bigint[] {
  const all = sum(remaining);
  let [before, allotted] = [0n, 0n];
  return remaining.map((one) => {
    before += one;
    const runningTotal = ratioOf(net * before, all);
    const portion = runningTotal - allotted;
    allotted = runningTotal;
    return portion;
  });
}
