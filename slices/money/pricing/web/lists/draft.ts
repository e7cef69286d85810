import type { Answer, Calls } from '../../../../../web/client.ts';
import { dateInTimeZone } from '../../../../../web/ui/values/zonedTime.ts';
import { applyPercent } from './percent.ts';

export type DraftItem = Answer<'getPriceList'>['items'][number];
type NewVersion = Calls['createPriceList']['in']['body'];

/** A version being edited. Billing modes in which an item isn't sold have an empty price. */
export interface Draft {
  siteId: string;
  /** Null: the site's own list. */
  name: string | null;
  currency: string;
  /** In the site's time zone, as the value of the input field. Empty: immediately. */
  from: string;
  billingModes: NonNullable<NewVersion['billingModes']>;
  items: readonly DraftItem[];
}

/** The request for a preview and for the new version. */
export function bodyOf(
  { siteId, name, currency, from, billingModes, items }: Draft,
  timeZone: string,
): NewVersion {
  const price = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());
  return {
    siteId,
    currency,
    billingModes,
    ...(name === null ? {} : { name: name.trim() }),
    ...(from === '' ? {} : { validFrom: dateInTimeZone(timeZone, from)?.toISOString() ?? from }),
    items: items.map(
      ({
        code,
        hourly,
        monthly,
        poweredOff,
        offHourly,
        offMonthly,
        isPurchase,
        included,
        tiers,
        minimum,
      }) => ({
        ...{
          code,
          hourly: price(hourly),
          monthly: price(monthly),
          poweredOff,
          isPurchase,
          included,
          minimum,
        },
        // An off price has the billing modes of its item, and exists only with `priced`.
        offHourly: poweredOff !== 'priced' || price(hourly) === null ? null : price(offHourly),
        offMonthly: poweredOff !== 'priced' || price(monthly) === null ? null : price(offMonthly),
        tiers: tiers.map(({ from: begins, ...tier }) => ({
          from: begins,
          // A billing mode that was removed from the item is also removed from its tiers.
          hourly: price(hourly) === null ? null : price(tier.hourly),
          monthly: price(monthly) === null ? null : price(tier.monthly),
        })),
      }),
    ),
  };
}

/**
 * Changes all prices of every item in the groups by hundredths of a percent, including prices while
 * off, tiers, and minimum prices.
 */
export function changeGroups(
  items: readonly DraftItem[],
  groups: ReadonlySet<string>,
  hundredths: bigint,
): DraftItem[] {
  const adjusted = (price: string | null) =>
    price === null ? null : applyPercent(price, hundredths);
  const adjustBoth = ({ hourly, monthly }: Pick<DraftItem, 'hourly' | 'monthly'>) => ({
    hourly: adjusted(hourly),
    monthly: adjusted(monthly),
  });
  const offPrices = ({ offHourly, offMonthly }: DraftItem) => ({
    offHourly: adjusted(offHourly),
    offMonthly: adjusted(offMonthly),
  });
  return items.map((item) =>
    groups.has(item.group)
      ? {
          ...item,
          ...adjustBoth(item),
          ...offPrices(item),
          tiers: item.tiers.map((tier) => ({ ...tier, ...adjustBoth(tier) })),
          minimum: adjusted(item.minimum),
        }
      : item,
  );
}
