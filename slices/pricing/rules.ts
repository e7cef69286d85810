/**
 * How use becomes money (told at length in `docs/money.md`; the reckoning itself is the SQL of `server/rating.ts`).
 *
 * - A **span** says that a subject had so much of an item from then until then, at the price that held when it began.
 *   Times are whole seconds.
 * - **Hourly**: each started hour costs quantity × hourly price. Hours are counted from the beginning of the span. A span that
 *   begins inside an hour that was paid already (off and on again, another size) goes on with that hour and pays only what it
 *   costs more. An hour belongs to the month it is owed in: when it starts, or when the dearer quantity begins.
 * - **The limit**: in one calendar month a quantity costs by the hour at most its monthly price, and all quantities of an item
 *   together at most the highest of these.
 * - **Monthly**: owed ahead for the rest of the month, by the second; what is left when the span ends is given back.
 * - Months are those of the site's time zone. Amounts are exact to twelve decimals, lines are rounded to the smallest coin,
 *   halves away from zero, and totals are sums of rounded lines.
 * - An item whose price says `free` costs nothing while its server is off: it has no span then. One that says `priced` is another item then,
 *   with a price and a line of its own (`ram.gb.off`); hours that are paid and the limit hold for the two together. A server that is asked for by the
 *   month has paid ahead: what is sold by the month and free while off goes on there; what is priced, or paid by the hour, changes.
 */
/** When the prices that a site begins with are valid from: before anything was ever sold, so that all that was is priced. */
export const fromTheBeginning = new Date('2000-01-01T00:00:00Z');

/** What each gigabyte costs that goes beyond a server's package in a month: by readings, not by spans. */
export const trafficOverage = 'overage.traffic';

export type BillingMode = 'hourly' | 'monthly';
/** How a span is charged: `purchase` once, in the month in which the thing has the item first. */
export type BillingType = BillingMode | 'purchase';
export type PowerState = 'on' | 'off';

const offEnd = '.off';
/** The code of an item's price while its server is off. */
export const whileOff = (item: string): string => `${item}${offEnd}`;
/** The item itself, of it or of its price while off. */
export const itemOf = (code: string): string => (code.endsWith(offEnd) ? code.slice(0, -offEnd.length) : code);

/** What a subject has now. `quantity` is exact decimal text above zero with at most four decimals. */
export interface WantedItem {
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
  /** Paid once; left out: by time. */
  isPurchase?: boolean;
}

/** What is metered: one row for each item that costs something now. */
export interface MeteredItem {
  item: string;
  quantity: string;
  mode: BillingType;
}

const quantityPattern = /^\d{1,10}(\.\d{1,4})?$/;
const tenThousandths = 10_000n;

/**
 * Brings what a subject has to what is metered: the same item twice is added up, an item is billed the way it is sold when
 * it is not sold as asked, what is free while off is left out then, and what has a price of its own then is metered as `whileOff`.
 * `termsOf` throws for an item without a price. Throws on a quantity that is not a number above zero, and on one item in two modes
 * or on and off at once.
 */
export function meteredItems(wanted: readonly WantedItem[], termsOf: (item: string) => PriceTerms): MeteredItem[] {
  const merged = new Map<string, { mode: BillingType; units: bigint }>();
  for (const { item, quantity, mode, powerState } of wanted) {
    const units = unitsOf(item, quantity);
    const terms = termsOf(item);
    const soldMode = modeSold(mode, terms);
    const isPaidAhead = mode === 'monthly' && soldMode !== 'hourly';
    if (powerState === 'off' && terms.poweredOff === 'free' && !isPaidAhead) continue;
    const [code, other] = powerState === 'off' && terms.poweredOff === 'priced' ? [whileOff(item), item] : [item, whileOff(item)];
    if (merged.has(other)) throw new Error(`${item} cannot be on and off at once.`);
    const existing = merged.get(code);
    if (existing && existing.mode !== soldMode) throw new Error(`${item} cannot be billed hourly and monthly at once.`);
    merged.set(code, { mode: soldMode, units: (existing?.units ?? 0n) + units });
  }
  return [...merged].map(([item, { mode, units }]) => ({ item, mode, quantity: textOf(units) }));
}

/** Comes and goes: paid by the hour also on a server by the month. */
export const isAlwaysHourly = (item: string): boolean => item === 'snapshot.gb';

/** An item without an hourly price is billed monthly, and the other way round; one that is bought is paid once. */
export function modeSold(mode: BillingMode, terms: Pick<PriceTerms, 'hourly' | 'monthly' | 'isPurchase'>): BillingType {
  if (terms.isPurchase) return 'purchase';
  if (terms.hourly === null) return 'monthly';
  return terms.monthly === null ? 'hourly' : mode;
}

function unitsOf(item: string, quantity: string): bigint {
  if (!quantityPattern.test(quantity)) throw new Error(`The quantity of ${item} must be a decimal number, not ${quantity}.`);
  const [whole = '0', fraction = ''] = quantity.split('.');
  const units = BigInt(whole) * tenThousandths + BigInt(fraction.padEnd(4, '0'));
  if (units === 0n) throw new Error(`The quantity of ${item} must be above zero; leave the item out instead.`);
  return units;
}

function textOf(units: bigint): string {
  const fraction = (units % tenThousandths).toString().padStart(4, '0').replace(/0+$/, '');
  return fraction === '' ? `${units / tenThousandths}` : `${units / tenThousandths}.${fraction}`;
}
