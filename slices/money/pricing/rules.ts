/**
 * How usage is rated (details in `docs/money.md`; the calculation itself is the SQL of
 * `server/rating.ts`).
 *
 * - A **span** records that a subject had a quantity of an item for a period, at the price valid
 *   when the period began. Times are whole seconds.
 * - **Hourly**: each started hour costs quantity × hourly price. Hours are counted from the start
 *   of the span. A span that starts within a paid hour (turned off and on again, resized) continues
 *   that hour and is charged only the difference if it costs more. An hour belongs to the month in
 *   which it becomes due: when it starts, or when the more expensive quantity starts.
 * - **The limit**: hourly charges of a quantity never exceed its monthly price per calendar month,
 *   and those of all quantities of an item together never exceed the highest of these limits.
 * - **Monthly**: prepaid for the rest of the month, by the second. The unused part is credited when
 *   the span ends.
 * - Months follow the site's time zone. Amounts are exact to twelve decimals, lines are rounded to
 *   the minor unit, halves away from zero, and totals are sums of rounded lines.
 * - An item with the off price `free` costs nothing while its server is off and has no span then.
 *   With `priced` it becomes another item with a price and line of its own (`ram.gb.off`). Paid
 *   hours and the limit apply to both together. A monthly server is prepaid, so monthly items that
 *   are free while off continue. Items that are priced while off, or hourly, change.
 */
/** Start of validity of a site's initial prices: before any sale, so that all usage has a price. */
export const beginningOfTime = new Date('2000-01-01T00:00:00Z');

/**
 * The price of each gigabyte beyond a server's package in a month, by readings instead of spans.
 */
export const trafficOverage = 'overage.traffic';

export type BillingMode = 'hourly' | 'monthly';
/**
 * How a span is charged. `purchase`: once, in the first month in which the subject has the item.
 */
export type BillingType = BillingMode | 'purchase';
export type PowerState = 'on' | 'off';

const offSuffix = '.off';
/** The code of an item's price while its server is off. */
export const offItemOf = (item: string): string => `${item}${offSuffix}`;
/** The item of a code, which can be the item itself or its price while off. */
export const itemOf = (code: string): string =>
  code.endsWith(offSuffix) ? code.slice(0, -offSuffix.length) : code;

/**
 * An item that a subject currently has. `quantity` is exact decimal text above zero with at most
 * four decimals.
 */
export interface RequestedItem {
  item: string;
  quantity: string;
  mode: BillingMode;
  powerState: PowerState;
}

/** How an item is sold. */
export interface PriceTerms {
  hourly: string | null;
  monthly: string | null;
  poweredOff: 'charge' | 'free' | 'priced';
  /** A one-time purchase. Omitted: charged by time. */
  isPurchase?: boolean;
}

/** A metered item. There is one row for each item that currently has a cost. */
export interface MeteredItem {
  item: string;
  quantity: string;
  mode: BillingType;
}

const quantityPattern = /^\d{1,10}(\.\d{1,4})?$/;
const tenThousandths = 10_000n;

/**
 * Converts a subject's items into metered items: quantities of the same item are added, an item
 * that isn't sold in the requested billing mode is billed in the other, items that are free while
 * off are omitted while off, and items with an off price are metered as `offItemOf`. `termsOf`
 * throws for an item without a price. Throws for a quantity that isn't a number above zero, and for
 * one item with two billing modes, or on and off at once.
 */
export function meteredItems(
  items: readonly RequestedItem[],
  termsOf: (item: string) => PriceTerms,
): MeteredItem[] {
  const merged = new Map<string, { mode: BillingType; units: bigint }>();
  for (const { item, quantity, mode, powerState } of items) {
    const units = unitsOf(item, quantity);
    const terms = termsOf(item);
    const billedMode = effectiveBillingType(mode, terms);
    const isPrepaid = mode === 'monthly' && billedMode !== 'hourly';
    if (powerState === 'off' && terms.poweredOff === 'free' && !isPrepaid) continue;
    const [code, other] =
      powerState === 'off' && terms.poweredOff === 'priced'
        ? [offItemOf(item), item]
        : [item, offItemOf(item)];
    if (merged.has(other)) throw new Error(`${item} cannot be on and off at once.`);
    const existing = merged.get(code);
    if (existing && existing.mode !== billedMode)
      throw new Error(`${item} cannot be billed hourly and monthly at once.`);
    merged.set(code, { mode: billedMode, units: (existing?.units ?? 0n) + units });
  }
  return [...merged].map(([item, { mode, units }]) => ({ item, mode, quantity: textOf(units) }));
}

/**
 * Snapshots are created and deleted often, so they are billed by the hour even on a monthly server.
 */
export const isAlwaysHourly = (item: string): boolean => item === 'snapshot.gb';

/**
 * The billing mode in which an item is sold. An item without an hourly price is billed monthly, and
 * vice versa. A one-time purchase is paid once.
 */
export function effectiveBillingType(
  mode: BillingMode,
  terms: Pick<PriceTerms, 'hourly' | 'monthly' | 'isPurchase'>,
): BillingType {
  if (terms.isPurchase) return 'purchase';
  if (terms.hourly === null) return 'monthly';
  return terms.monthly === null ? 'hourly' : mode;
}

function unitsOf(item: string, quantity: string): bigint {
  if (!quantityPattern.test(quantity))
    throw new Error(`The quantity of ${item} must be a decimal number, not ${quantity}.`);
  const [whole = '0', fraction = ''] = quantity.split('.');
  const units = BigInt(whole) * tenThousandths + BigInt(fraction.padEnd(4, '0'));
  if (units === 0n)
    throw new Error(`The quantity of ${item} must be above zero; leave the item out instead.`);
  return units;
}

function textOf(units: bigint): string {
  const fraction = (units % tenThousandths).toString().padStart(4, '0').replace(/0+$/, '');
  return fraction === '' ? `${units / tenThousandths}` : `${units / tenThousandths}.${fraction}`;
}
