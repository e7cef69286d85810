import * as z from 'zod';
import { decimal } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';

/** How servers may be billed by a list. Specification section 9. */
export const billingModes = z.enum(['monthlyAndHourly', 'hourlyOnly']);

export const itemCode = z
  .string()
  .trim()
  .max(120)
  .regex(/^[a-z]+\.[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, {
    message: schemaMessage(localize('invalid.message.enterItemCodeSuch')),
  });

/** The cost of an item while its server is off: the same, nothing, or an off price. */
export const poweredOff = ['charge', 'free', 'priced'] as const;

/** The price above a quantity. A price is null only if the item isn't sold that way. */
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
  /** The included amount of a subject. */
  included: decimal,
  /** In rising order; none for one price. */
  tiers: z.array(priceTier),
  /**
   * The minimum price per month of a subject with the item, independent of its usage. Null: none.
   */
  minimum: decimal.nullable(),
});
