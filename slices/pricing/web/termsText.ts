import type { Answer } from '../../../web/client.ts';
import { formatMoney } from '../../../web/ui/money.ts';
import { text } from './text.ts';

type Item = Answer<'readPrices'>['groups'][number]['items'][number];

const priceDigits = 8;

/** What an item's price is besides its two numbers, in words: that it is paid once, what is included, its tiers and its least month. Empty for a plain one. */
export function termsText(
  { isPurchase, included, tiers, minimum }: Pick<Item, 'isPurchase' | 'included' | 'tiers' | 'minimum'>,
  currency: string,
): string {
  const money = (price: string | null) => (price === null ? null : formatMoney(price, currency, priceDigits));
  const steps = tiers.map(({ from, hourly, monthly }) => {
    const prices = [
      hourly === null ? null : text('perHour', { price: money(hourly) ?? '' }),
      monthly === null ? null : text('perMonth', { price: money(monthly) ?? '' }),
    ];
    return text('fromQuantity', { from, prices: prices.filter((price) => price !== null).join(', ') });
  });
  return [
    isPurchase ? text('paidOnce') : null,
    included === '0' ? null : text('includedAmount', { included }),
    ...steps,
    minimum === null ? null : text('leastMonth', { price: money(minimum) ?? '' }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
