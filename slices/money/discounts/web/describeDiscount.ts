import type { Answer } from '../../../../web/client.ts';
import { formatMoney, remainingAmount } from '../../../../web/ui/values/money.ts';
import { monthName } from '../../../../web/ui/values/months.ts';
import { text } from './text.ts';

export type Discount = Answer<'getCustomerDiscounts'>['discounts'][number];
export type Redeemed = Answer<'getCustomerPromos'>['promos'][number];
export type Group = NonNullable<Discount['groups']>[number];

/** Returns text such as `20% off Processors, Memory, at most $50.00 a month`. */
export function describeDiscount({ kind, value, currency, groups, most }: Discount): string {
  const groupNames =
    groups === null ? text('all') : groups.map((group) => text(`group_${group}`)).join(', ');
  const description =
    kind === 'percent'
      ? text('isPercent', { value, what: groupNames })
      : text('isFixed', { value: formatMoney(value, currency), what: groupNames });
  return most === null
    ? description
    : `${description}, ${text('atMost', { amount: formatMoney(most, currency) })}`;
}

/** Returns the value of a redeemed code as text. For a credit, the remaining amount. */
export function describePromo({ kind, value, currency, spent }: Redeemed): string {
  if (kind === 'percent') return text('isPercent', { value, what: text('all') });
  return text('isCredit', {
    value: formatMoney(value, currency),
    left: formatMoney(remainingAmount(value, spent ?? '0'), currency),
  });
}

/**
 * Returns text such as `March 2030 to May 2030`, a single month, or a start month without an end.
 */
export function formatMonths(from: string, to: string | null): string {
  if (to === null) return text('monthsOpen', { from: monthName(from) });
  return from === to
    ? text('oneMonth', { from: monthName(from) })
    : text('months', { from: monthName(from), to: monthName(to) });
}
