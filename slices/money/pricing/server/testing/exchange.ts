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

const times = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.top,
  bottom: a.bottom * b.bottom,
});
const eight = 100_000_000n;
const exact = (text: string): bigint => {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole) * eight + BigInt(part.padEnd(8, '0'));
};

type Found = Fraction & { day: string };

/**
 * The latest rate of the pair on or before the day, in either direction, found by scanning all
 * rates.
 */
function leg(known: readonly KnownRate[], from: string, to: string, day: string): Found | null {
  const rank = ({ day: on, source, base }: KnownRate) =>
    `${on} ${source === 'manual' ? 1 : 0} ${base === from ? 1 : 0}`;
  const [best] = known
    .filter(
      ({ base, quote, day: on }) =>
        on <= day && ((base === from && quote === to) || (base === to && quote === from)),
    )
    .sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
  if (!best) return null;
  const rate = exact(best.rate);
  return best.base === from
    ? { top: rate, bottom: eight, day: best.day }
    : { top: eight, bottom: rate, day: best.day };
}

/**
 * An exchange rate calculator to verify the portal's results independently: it uses integers, scans
 * all rates, and shares no SQL. The rate is rounded to twelve decimals. Null if no rate is known,
 * or if it rounds to zero.
 */
export function exactRate(known: readonly KnownRate[], from: string, to: string, day: string) {
  const direct = leg(known, from, to, day);
  const [first, second] = [leg(known, from, 'EUR', day), leg(known, 'EUR', to, day)];
  const through: Found | null =
    first && second && from !== 'EUR' && to !== 'EUR'
      ? { ...times(first, second), day: [first.day, second.day].sort()[0] ?? '' }
      : null;
  const ways = [direct, through].map((way) => {
    if (!way) return null;
    const top = roundedTo(12, way.top * 1000n, way.bottom);
    return top > 0n
      ? {
          rate: { top, bottom: 10n ** 12n },
          text: textOf(top),
          day: way.day,
          isThrough: way === through,
        }
      : null;
  });
  const [straight, around] = ways;
  if (!straight || !around) return straight ?? around ?? null;
  return around.day > straight.day ? around : straight;
}

/**
 * Thousandths ÷ `bottom`, rounded half away from zero. With up to three decimals the result is in
 * thousandths, with twelve in units of the twelfth decimal.
 */
export function roundedTo(decimals: number, top: bigint, bottom: bigint): bigint {
  const scale = 10n ** BigInt(decimals);
  const whole = (2n * top * scale + 1000n * bottom) / (2n * 1000n * bottom);
  return decimals <= 3 ? whole * 10n ** BigInt(3 - decimals) : whole;
}

function textOf(twelfths: bigint): string {
  const digits = twelfths.toString().padStart(13, '0');
  const part = digits.slice(-12).replace(/0+$/, '');
  return digits.slice(0, -12) + (part === '' ? '' : `.${part}`);
}
