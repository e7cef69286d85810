import * as z from 'zod';
import { decimal } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';

/** How servers can be billed with a list. Specification section 9. */
export const billingModes = z.enum(['monthlyAndHourly', 'hourlyOnly']);

export const itemCode = z
  .string()
  .trim()
  .max(120)
  .regex(/^[a-z]+\.[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, {
    message: schemaMessage(localize('invalid.message.enterItemCodeSuch')),
  });

/** What an item costs while its server is off: the same, nothing, or a separate price. */
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
  /** The price of one unit for one hour. Null if it isn't sold by the hour. */
  hourly: decimal.nullable(),
  /**
   * The price of one unit for one month, and the maximum for its hours in a month. Null if its
   * hours have no such limit.
   */
  monthly: decimal.nullable(),
  /**
   * `free`: costs nothing while the server is off. `priced`: costs `offHourly` and `offMonthly`
   * while it is off.
   */
  poweredOff: z.enum(poweredOff),
  /**
   * The price while the server is off. Null if the item isn't `priced` or isn't sold by the hour.
   */
  offHourly: decimal.nullable(),
  offMonthly: decimal.nullable(),
  /** Whether it is a one-time purchase. If so, `monthly` is the one-time price. */
  isPurchase: z.boolean(),
  /** The included amount per subject. */
  included: decimal,
  /** In ascending order. Empty for a single price. */
  tiers: z.array(priceTier),
  /**
   * The minimum price per month of a subject with the item, regardless of its usage. Null if there
   * is none.
   */
  minimum: decimal.nullable(),
});
