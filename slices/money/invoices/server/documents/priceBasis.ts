import { sql } from 'kysely';
import type * as z from 'zod';
import {
  directionOf,
  eachLanguage,
  type Language,
  type LocalizedText,
} from '../../../../../contract/languages.ts';
import { product, rounded } from '../../../../../server/platform/decimals/decimals.ts';
import { unitAfter } from '../../../pricing/server/index.ts';
import type { line } from '../../contract/parts.ts';
import { localize } from '../../texts/localize.ts';

/** The price basis of a line, as stored with it. */
export interface PriceBasis {
  /** The quantity in use at a time. Null if it changed. */
  quantity: string | null;
  /**
   * The number of hours or months, depending on `pricedBy`. Null if both billing modes occurred.
   */
  times: string | null;
  /** The price of one unit. Null if there were several. */
  unitPrice: string | null;
  pricedBy: NonNullable<z.output<typeof line>['had']>['pricedBy'];
}

/** The price basis of a line with a single price. */
export type SinglePrice = { [K in keyof PriceBasis]: NonNullable<PriceBasis[K]> };

/** SQL over `invoice_line l`: the price basis as JSON. Null for a line without one. */
export const priceBasisColumn = sql`
  case when l.priced_by is not null then jsonb_build_object('quantity', trim_scale(l.quantity)::text, 'times', trim_scale(l.times)::text,
    'unitPrice', trim_scale(l.unit_price)::text, 'pricedBy', l.priced_by) end`;

/** Null if several quantities or prices applied. */
export function singlePriceOf(basis: PriceBasis | null): SinglePrice | null {
  const { quantity, times, unitPrice, pricedBy } = basis ?? {};
  return quantity && times && unitPrice && pricedBy && pricedBy !== 'several'
    ? { quantity, times, unitPrice, pricedBy }
    : null;
}

/** Texts for `{price}` per `{unit}`. The unit is omitted for a quantity of one. */
const atPrice: Record<SinglePrice['pricedBy'], { one: LocalizedText; each: LocalizedText }> = {
  hour: {
    one: localize('atPrice.hour.one'),
    each: localize('atPrice.hour.each'),
  },
  month: {
    one: localize('atPrice.month.one'),
    each: localize('atPrice.month.each'),
  },
  limit: {
    one: localize('atPrice.limit.one'),
    each: localize('atPrice.limit.each'),
  },
  purchase: {
    one: localize('atPrice.purchase.one'),
    each: localize('atPrice.purchase.each'),
  },
  counted: {
    one: localize('atPrice.counted.one'),
    each: localize('atPrice.counted.each'),
  },
  several: { one: eachLanguage(() => ''), each: eachLanguage(() => '') },
};
const atSeveral = {
  prices: localize('atSeveral.prices'),
  quantities: localize('atSeveral.quantities'),
} satisfies Record<string, LocalizedText>;

const months: Record<'one' | 'several', LocalizedText> = {
  one: localize('months.one'),
  several: localize('months.several'),
};
const hours: LocalizedText = localize('hours');

/** How prices and amounts are formatted. */
export interface PriceBasisFormat {
  unit: LocalizedText;
  currency: string;
  decimals: number;
  language: Language;
}

/**
 * The quantity, duration and price: `4 GB · 720 h · at 0.005 USD per GB per hour`. Empty when not
 * stored.
 */
export function formatPriceBasis(basis: PriceBasis | null, format: PriceBasisFormat): string {
  if (basis === null) return '';
  const { language, unit } = format;
  const { quantity } = basis;
  const quantityText =
    quantity === null ? null : `${quantity} ${unitAfter(quantity, unit, language)}`.trim();
  const time = timeOf(basis, language);
  // In right-to-left text, a number after Latin letters would be displayed as part of the Latin
  // text.
  const first = directionOf(language) === 'rtl' ? [time, quantityText] : [quantityText, time];
  return [...first, priceOf(basis, format)].filter(Boolean).join(' · ');
}

function timeOf({ times, pricedBy }: PriceBasis, language: Language): string | null {
  if (times === null || times === '0' || pricedBy === 'purchase' || pricedBy === 'counted')
    return null;
  if (pricedBy !== 'month') return `${times} ${hours[language]}`;
  return `${rounded(times, 4)} ${months[times === '1' ? 'one' : 'several'][language]}`;
}

function priceOf(
  basis: PriceBasis,
  { unit, currency, decimals, language }: PriceBasisFormat,
): string {
  const one = singlePriceOf(basis);
  if (!one) return atSeveral[basis.quantity === null ? 'quantities' : 'prices'][language];
  const template =
    atPrice[one.pricedBy][product(one.quantity) === '1' || unit[language] === '' ? 'one' : 'each'][
      language
    ];
  return template
    .replace('{price}', `${formatExactPrice(one.unitPrice, decimals)} ${currency}`)
    .replace('{unit}', unit[language]);
}

/** Formats a price with all its digits, and at least the currency's decimals. */
function formatExactPrice(price: string, decimals: number): string {
  const [whole = '0', fraction = ''] = product(price).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), fraction.padEnd(decimals, '0')]
    .filter((part) => part !== '')
    .join('.');
}
