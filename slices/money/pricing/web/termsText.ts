import type { Answer } from '../../../../web/client.ts';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { isAlwaysHourly } from '../rules.ts';
import { text } from './text.ts';

type Item = Answer<'getPrices'>['groups'][number]['items'][number];

const priceDigits = 8;

/** The cost of an item while its server is off: the same, nothing, or the off price. */
export function offText(
  {
    code,
    monthly,
    poweredOff,
    offHourly,
    offMonthly,
  }: Pick<Item, 'code' | 'monthly' | 'poweredOff' | 'offHourly' | 'offMonthly'>,
  currency: string,
): string {
  if (poweredOff === 'charge') return text('charged');
  // On a monthly server, items that are sold monthly are prepaid and therefore not free while off.
  if (poweredOff === 'free')
    return text(monthly === null || isAlwaysHourly(code) ? 'free' : 'freeByTheHour');
  return pricesText({ hourly: offHourly, monthly: offMonthly }, currency);
}

/** `0.01 an hour, 6 a month`. Billing modes in which the item isn't sold are omitted. */
function pricesText(
  { hourly, monthly }: { hourly: string | null; monthly: string | null },
  currency: string,
): string {
  const money = (price: string) => formatMoney(price, currency, priceDigits);
  const prices = [
    hourly === null ? null : text('perHour', { price: money(hourly) }),
    monthly === null ? null : text('perMonth', { price: money(monthly) }),
  ];
  return prices.filter((price) => price !== null).join(', ');
}

/**
 * The price terms of an item besides its two prices, as text: one-time purchase, included amount,
 * tiers, and minimum price. Empty for an item without further terms.
 */
export function termsText(
  {
    isPurchase,
    included,
    tiers,
    minimum,
  }: Pick<Item, 'isPurchase' | 'included' | 'tiers' | 'minimum'>,
  currency: string,
): string {
  const steps = tiers.map(({ from, ...prices }) =>
    text('fromQuantity', { from, prices: pricesText(prices, currency) }),
  );
  return [
    isPurchase ? text('paidOnce') : null,
    included === '0' ? null : text('includedAmount', { included }),
    ...steps,
    minimum === null
      ? null
      : text('leastMonth', { price: formatMoney(minimum, currency, priceDigits) }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
