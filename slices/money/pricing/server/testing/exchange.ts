/** An exchange rate as entered or published. */
export interface KnownRate {
  base: string;
  quote: string;
  day: string;
  rate: string;
  source: 'manual' | 'ecb';
}

interface Fraction {
  top: bigint;
  bottom: bigint;
}

const multiply = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.top,
  bottom: a.bottom * b.bottom,
});
const rateScale = 100_000_000n;
const toFixedPoint = (text: string): bigint => {
  const [whole = '', fractionDigits = ''] = text.split('.');
  return BigInt(whole) * rateScale + BigInt(fractionDigits.padEnd(8, '0'));
};

type Found = Fraction & { day: string };

/**
 * The latest rate of the pair on or before the day, in either direction, found by scanning all
 * rates.
 */
function directRate(
  rates: readonly KnownRate[],
  from: string,
  to: string,
  day: string,
): Found | null {
  const rank = ({ day: on, source, base }: KnownRate) =>
    `${on} ${source === 'manual' ? 1 : 0} ${base === from ? 1 : 0}`;
  const [best] = rates
    .filter(
      ({ base, quote, day: on }) =>
        on <= day && ((base === from && quote === to) || (base === to && quote === from)),
    )
    .sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
  if (!best) return null;
  const rate = toFixedPoint(best.rate);
  return best.base === from
    ? { top: rate, bottom: rateScale, day: best.day }
    : { top: rateScale, bottom: rate, day: best.day };
}

/**
 * An exchange rate calculator to verify the portal's results independently: it uses integers, scans
 * all rates, and shares no SQL. The rate is rounded to twelve decimals. Null if no rate is known,
 * or if it rounds to zero.
 */
export function exactRate(rates: readonly KnownRate[], from: string, to: string, day: string) {
  const direct = directRate(rates, from, to, day);
  const [first, second] = [directRate(rates, from, 'EUR', day), directRate(rates, 'EUR', to, day)];
  const viaEuro: Found | null =
    first && second && from !== 'EUR' && to !== 'EUR'
      ? { ...multiply(first, second), day: [first.day, second.day].sort()[0] ?? '' }
      : null;
  const paths = [direct, viaEuro].map((path) => {
    if (!path) return null;
    const top = roundedTo(12, path.top * 1000n, path.bottom);
    return top > 0n
      ? {
          rate: { top, bottom: 10n ** 12n },
          text: textOf(top),
          day: path.day,
          isThrough: path === viaEuro,
        }
      : null;
  });
  const [straight, indirect] = paths;
  if (!straight || !indirect) return straight ?? indirect ?? null;
  return indirect.day > straight.day ? indirect : straight;
}

/**
 * Thousandths ÷ `bottom`, rounded half away from zero. With up to three decimals the result is in
 * thousandths, with twelve in units of the twelfth decimal.
 */
export function roundedTo(decimals: number, top: bigint, bottom: bigint): bigint {
  const scale = 10n ** BigInt(decimals);
  const scaled = (2n * top * scale + 1000n * bottom) / (2n * 1000n * bottom);
  return decimals <= 3 ? scaled * 10n ** BigInt(3 - decimals) : scaled;
}

function textOf(twelfths: bigint): string {
  const digits = twelfths.toString().padStart(13, '0');
  const fractionDigits = digits.slice(-12).replace(/0+$/, '');
  return digits.slice(0, -12) + (fractionDigits === '' ? '' : `.${fractionDigits}`);
}
