import * as z from 'zod';
import { decimal } from '../../../contract/endpoint.ts';
import { schemaMessage } from '../../../contract/schemaMessage.ts';
import { localize } from '../texts/localize.ts';

/**
 * What a price item is for, by the first part of its code. Reports and the price list are grouped
 * by it.
 */
export const priceGroups = [
  'cpu',
  'ram',
  'disk',
  'ip',
  'traffic',
  'overage',
  'image',
  'backup',
  'snapshot',
  'managed',
] as const;

/** How servers may be billed by a list. Specification section 9. */
export const billingModes = z.enum(['monthlyAndHourly', 'hourlyOnly']);

export const itemCode = z
  .string()
  .trim()
  .max(120)
  .regex(/^[a-z]+\.[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, {
    message: schemaMessage(localize('invalid.message.enterItemCodeSuch')),
  });

/** What an item costs while its server is off: the same, nothing, or a price of its own. */
export const poweredOff = ['charge', 'free', 'priced'] as const;

/**
 * From the quantity on, what lies above it costs this. A price is null just when the item is not
 * sold that way.
 */
export const priceTier = z.strictObject({
  from: decimal,
  hourly: decimal.nullable(),
  monthly: decimal.nullable(),
});

export const priceItem = z.strictObject({
  code: z.string(),
  title: z.string(),
  unit: z.string(),
  /** Price of one unit for one hour; null when it is not sold by the hour. */
  hourly: decimal.nullable(),
  /**
   * Price of one unit for one month, and the most its hours cost in a month; null when its hours
   * have no such limit.
   */
  monthly: decimal.nullable(),
  /**
   * `free`: costs nothing while the server is off; `priced`: costs what `offHourly` and
   * `offMonthly` say then.
   */
  poweredOff: z.enum(poweredOff),
  /**
   * While the server is off; null just when it is not `priced`, or the item is not sold that way.
   */
  offHourly: decimal.nullable(),
  offMonthly: decimal.nullable(),
  /** Paid once, when it is bought: `monthly` is that price. */
  isPurchase: z.boolean(),
  /** So much of it costs a subject nothing. */
  included: decimal,
  /** In rising order; none for one price. */
  tiers: z.array(priceTier),
  /** What the item costs a subject in a month at least, however little it had; null for nothing. */
  minimum: decimal.nullable(),
});
