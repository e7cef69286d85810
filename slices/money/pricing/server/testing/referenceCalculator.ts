import type { BillingMode, RequestedItem } from '../../rules.ts';
import type { DefaultPrice } from '../defaultPrices.ts';
import {
  decimalText,
  type Fraction,
  fraction,
  isGreater,
  larger,
  minus,
  multiply,
  plus,
  rounded,
  smaller,
  zero,
} from './fraction.ts';

/**
 * Calculates bills independently of the engine, in a slow and different way: without spans, hour by
 * hour through the history, in exact fractions. Times are in seconds since 1970.
 */
export interface HistoryEvent {
  at: number;
  items: readonly RequestedItem[];
}

/** A list in force from this time. Among the lists in force, the latest applies. */
export interface DatedPrices {
  from: number;
  items: readonly DefaultPrice[];
}

export interface ReferenceSpan {
  item: string;
  quantity: string;
  mode: BillingMode;
  from: number;
  /** Infinity while it continues. */
  to: number;
  price: DefaultPrice;
  /**
   * The start time of the list with this price. Parts are rated by price list, even if the next
   * list has the same price.
   */
  listFrom: number;
}

/** The periods of each item with constant quantity and price, without those of zero length. */
export function referenceSpansOf(
  events: readonly HistoryEvent[],
  prices: readonly DatedPrices[],
): ReferenceSpan[] {
  const closedStretches: ReferenceSpan[] = [];
  const openStretches = new Map<string, ReferenceSpan>();
  const end = (span: ReferenceSpan, at: number) => {
    openStretches.delete(span.item);
    if (at > span.from) closedStretches.push({ ...span, to: at });
  };
  for (const { at, items } of events) {
    const list = prices.filter((candidate) => candidate.from <= at).at(-1);
    const wantedItems = new Map<
      string,
      { quantity: Fraction; mode: BillingMode; price: DefaultPrice }
    >();
    for (const item of items) {
      const price = list?.items.find((candidate) => candidate.code === item.item) as DefaultPrice;
      const isOff = item.powerState === 'off';
      const mode =
        price.hourly === null ? 'monthly' : price.monthly === null ? 'hourly' : item.mode;
      // Items are prepaid only if they are requested and sold monthly.
      if (isOff && price.poweredOff === 'free' && [item.mode, mode].includes('hourly')) continue;
      const quantity = fraction(item.quantity);
      if (isOff && price.poweredOff === 'priced')
        wantedItems.set(`${item.item}.off`, { quantity, mode, price: priceWhileOff(price) });
      else wantedItems.set(item.item, { quantity, mode, price });
    }
    for (const span of [...openStretches.values()]) {
      const now = wantedItems.get(span.item);
      const isUnchanged =
        now && now.mode === span.mode && decimalText(now.quantity, 4) === span.quantity;
      if (!isUnchanged) end(span, at);
    }
    for (const [item, { quantity, mode, price }] of wantedItems) {
      if (!openStretches.has(item))
        openStretches.set(item, {
          ...{ item, quantity: decimalText(quantity, 4), mode, price, listFrom: list?.from ?? 0 },
          ...{ from: at, to: Number.POSITIVE_INFINITY },
        });
    }
  }
  return [...closedStretches, ...openStretches.values()].sort(
    (a, b) => a.from - b.from || (a.item < b.item ? -1 : 1),
  );
}

/**
 * The off price: one price for every quantity above the included amount, without tiers or a minimum
 * price.
 */
const priceWhileOff = ({
  offHourly = null,
  offMonthly = null,
  included = '0',
  ...price
}: DefaultPrice): DefaultPrice => ({
  ...{ ...price, hourly: offHourly, monthly: offMonthly, included },
  ...{ tiers: [], minimum: null },
});

/** An item of a server that was on and off in a month has two lines with consecutive hours. */
const isOffCode = (code: string): boolean => code.endsWith('.off');
const poweredOnCode = (code: string): string => (isOffCode(code) ? code.slice(0, -4) : code);

export interface Month {
  starts: number;
  ends: number;
}

/**
 * The amount due per item in the month for the history up to `until`, in the engine's format, exact
 * to twelve decimals.
 */
export function linesOf(
  spans: readonly ReferenceSpan[],
  month: Month,
  until: number,
): { item: string; exact: string; amount: string }[] {
  const items = [
    ...new Set(
      spans
        .filter((s) => s.from < Math.min(month.ends, until) && s.to > month.starts)
        .map((s) => s.item),
    ),
  ].sort();
  return items.map((item) => {
    const itemStretches = spans.filter((span) => span.item === item);
    const hours = spans.filter(
      (span) => poweredOnCode(span.item) === poweredOnCode(item) && span.mode === 'hourly',
    );
    const charge = hourlyCharge(hours, month, until);
    const calculated = plus(
      isOffCode(item) ? charge.off : charge.on,
      monthlyCharge(
        itemStretches.filter((stretch) => stretch.mode === 'monthly'),
        month,
        until,
      ),
    );
    const counted = itemStretches.filter(
      (s) => s.from < Math.min(month.ends, until) && s.to > month.starts,
    );
    const exactTotal = counted
      .map(({ price }) => fraction(price.minimum ?? '0'))
      .reduce(larger, calculated);
    return {
      item,
      exact: decimalText(exactTotal, 12),
      amount: decimalText(rounded(exactTotal, 2), 2),
    };
  });
}

const quantityAndPrice = ({ quantity, listFrom }: ReferenceSpan): string =>
  JSON.stringify([quantity, listFrom]);

/**
 * The cost of the quantity, calculated tier by tier. Calculating each ten-thousandth separately
 * would be equally right but too slow.
 */
function costOf({ quantity, price }: ReferenceSpan, kind: 'hourly' | 'monthly'): Fraction {
  const bands = [
    { from: '0', price: price[kind] },
    ...(price.tiers ?? []).map((tier) => ({ from: tier.from, price: tier[kind] })),
  ];
  const paidFrom = fraction(price.included ?? '0');
  let [remaining, cost] = [fraction(quantity), zero];
  for (const band of bands.reverse()) {
    const bandStart = larger(fraction(band.from), paidFrom);
    if (!isGreater(remaining, bandStart)) continue;
    cost = plus(cost, multiply(minus(remaining, bandStart), fraction(band.price as string)));
    remaining = bandStart;
  }
  return cost;
}

/**
 * The hourly charges of one item, on and off. A paid hour is paid for both, and both together cost
 * at most the higher limit.
 */
function hourlyCharge(
  spans: readonly ReferenceSpan[],
  month: Month,
  until: number,
): { on: Fraction; off: Fraction } {
  const charges = new Map<string, { isOff: boolean; amount: Fraction; limit: Fraction | null }>();
  let paidUntil = Number.NEGATIVE_INFINITY;
  let paid = zero;
  for (const span of spans) {
    const hourlyCost = costOf(span, 'hourly');
    const limit = span.price.monthly === null ? null : costOf(span, 'monthly');
    let moment = span.from;
    while (moment < Math.min(span.to, until, month.ends)) {
      if (moment >= paidUntil) {
        paidUntil = moment + 3600;
        paid = zero;
      }
      const more = isGreater(hourlyCost, paid) ? minus(hourlyCost, paid) : zero;
      paid = larger(paid, hourlyCost);
      if (moment >= month.starts) {
        const isOff = isOffCode(span.item);
        const key = `${isOff} ${quantityAndPrice(span)}`;
        charges.set(key, { isOff, amount: plus(charges.get(key)?.amount ?? zero, more), limit });
      }
      moment = paidUntil;
    }
  }
  const all = [...charges.values()];
  const [on, off] = [all.filter(({ isOff }) => !isOff), all.filter(({ isOff }) => isOff)];
  const runningCost = capped(sumOf(on), highest(on));
  const combined = highest(all);
  return {
    on: runningCost,
    off: capped(capped(sumOf(off), highest(off)), combined && minus(combined, runningCost)),
  };
}

interface Charge {
  amount: Fraction;
  limit: Fraction | null;
}

const capped = (amount: Fraction, limit: Fraction | null): Fraction =>
  limit ? smaller(amount, limit) : amount;
const sumOf = (quantities: readonly Charge[]): Fraction =>
  quantities.map(({ amount, limit }) => capped(amount, limit)).reduce(plus, zero);
/** Null if one of them has no limit. */
const highest = (quantities: readonly Charge[]): Fraction | null =>
  quantities.some(({ limit }) => limit === null)
    ? null
    : quantities.map(({ limit }) => limit as Fraction).reduce(larger, zero);

function monthlyCharge(spans: readonly ReferenceSpan[], month: Month, until: number): Fraction {
  const seconds = new Map<string, { stretch: ReferenceSpan; seconds: number }>();
  for (const span of spans) {
    const from = Math.max(span.from, month.starts);
    if (from >= Math.min(month.ends, until)) continue;
    const to = span.to >= until ? month.ends : Math.min(span.to, month.ends);
    if (to <= from) continue;
    const key = quantityAndPrice(span);
    seconds.set(key, { stretch: span, seconds: (seconds.get(key)?.seconds ?? 0) + to - from });
  }
  return [...seconds.values()]
    .map(({ stretch, seconds: usedSeconds }) => {
      const fullMonthCost = costOf(stretch, 'monthly');
      return rounded(
        multiply(fullMonthCost, fraction(usedSeconds, BigInt(month.ends - month.starts))),
        12,
      );
    })
    .reduce(plus, zero);
}

/** The months of 2025 and 2026 in a time zone, calculated with the language's own library. */
export function monthsOf(timeZone: string): Month[] {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    },
  });
  const localTime = (at: number): number => {
    const parts = Object.fromEntries(
      format.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]),
    );
    return (
      Date.UTC(
        parts.year as number,
        (parts.month as number) - 1,
        parts.day,
        parts.hour,
        parts.minute,
      ) / 1000
    );
  };
  const starts = Array.from({ length: 25 }, (_, index) => {
    const targetTime = Date.UTC(2025, index, 1) / 1000;
    let at = targetTime;
    for (let round = 0; round < 3; round++) at += targetTime - localTime(at);
    return at;
  });
  return starts
    .slice(0, -1)
    .map((start, index) => ({ starts: start, ends: starts[index + 1] as number }));
}
