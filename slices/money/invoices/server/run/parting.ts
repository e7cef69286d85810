/**
 * A tax of an invoice: its rate in thousandths of a percent, and its remaining amount in minor
 * units.
 */
export interface TaxLeft {
  rate: bigint;
  left: bigint;
}

/** Rounds half up. Expects non-negative numbers. */
const ratioOf = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor);
const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n);
const within = (amount: bigint, least: bigint, most: bigint): bigint =>
  amount > most ? most : amount < least ? least : amount;

/**
 * Splits an amount including tax that is less than the rest of its invoice into net and taxes, in
 * minor units. Each tax is proportional to its rate and limited to its remaining amount. At least
 * one minor unit of the net remains, so that tax is never left alone. Null if only one minor unit
 * remains.
 */
export function partAmount(
  amount: bigint,
  netLeft: bigint,
  taxes: readonly TaxLeft[],
): { net: bigint; taxes: bigint[] } | null {
  const taxLeft = sum(taxes.map(({ left }) => left));
  if (netLeft <= 1n && taxLeft > 0n) return null;
  const whole = 100_000n;
  const rates = sum(taxes.map(({ rate }) => rate));
  const least = amount > taxLeft ? amount - taxLeft : 1n;
  const net = within(
    ratioOf(amount * whole, whole + rates),
    least,
    amount < netLeft ? amount : netLeft - 1n,
  );
  return { net, taxes: partTax(amount - net, rates, taxes) };
}

/**
 * Splits a tax by running sums, so that the parts add up. If a tax has less left than its part, the
 * following ones get the difference.
 */
function partTax(tax: bigint, rates: bigint, taxes: readonly TaxLeft[]): bigint[] {
  let [given, upTo] = [0n, 0n];
  return taxes.map(({ rate, left }, index) => {
    upTo += rate;
    const others = sum(taxes.slice(index + 1).map((other) => other.left));
    const rest = tax - given;
    const part = within(
      (rates === 0n ? 0n : ratioOf(tax * upTo, rates)) - given,
      rest > others ? rest - others : 0n,
      within(left, 0n, rest),
    );
    given += part;
    return part;
  });
}

/**
 * A proportional part of the remaining lines. Discounts (negative, after their lines) are included,
 * and the parts add up to `net`, which must be less than the total remaining amount.
 */
export function partLines(net: bigint, left: readonly bigint[]): bigint[] {
  const all = sum(left);
  let [before, given] = [0n, 0n];
  return left.map((one) => {
    before += one;
    const upTo = ratioOf(net * before, all);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}
