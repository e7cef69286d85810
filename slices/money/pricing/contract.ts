import * as z from 'zod';
import { decimal, endpoint, id, integerText, moment } from '../../../contract/endpoint.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { priceListAccountEndpoints } from './contract/listAccounts.ts';
import { priceListEndpoints } from './contract/lists.ts';
import { billingModes, itemCode, priceItem } from './contract/schemas.ts';
import { localize } from './texts/localize.ts';

export { costPreview } from './contract/changes.ts';
export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/** At most 1,000,000 with up to four decimals, greater than zero. Text, to avoid rounding. */
const quantity = z
  .string()
  .trim()
  .regex(/^\d{1,7}(\.\d{1,4})?$/, {
    message: schemaMessage(localize('invalid.message.enterNumberAboveZero')),
    abort: true,
  })
  .refine((value) => Number(value) > 0 && Number(value) <= 1_000_000, {
    message: schemaMessage(localize('invalid.message.mustAbove0Most')),
  });

export const billingMode = z.enum(['hourly', 'monthly']);
/** Billing types from section 9 of the specification: by the hour, by the month, or once. */
export const billingType = z.enum(['hourly', 'monthly', 'purchase']);

const priceGroup = z.strictObject({
  group: z.string(),
  title: z.string(),
  items: z.array(priceItem),
});

/**
 * One item of an estimate. `hourly` is the cost per hour, and `monthly` the cost of a month of
 * `hours`. An item in monthly mode has no hourly cost. A one-time purchase has its price in
 * `monthly`.
 */
const estimateLine = z.strictObject({
  item: z.string(),
  title: z.string(),
  unit: z.string(),
  quantity: decimal,
  mode: billingType,
  hourly: decimal,
  monthly: decimal,
  /** Whether the monthly maximum was reached. */
  capped: z.boolean(),
});

export const estimateAnswer = z.strictObject({
  lines: z.array(estimateLine),
  /** Exact, so it can be finer than the minor unit. */
  hourly: decimal,
  /**
   * The sum of the lines, each rounded to the minor unit as on an invoice, without one-time
   * purchases.
   */
  monthly: decimal,
  /** One-time purchases, in total. */
  once: decimal,
  /**
   * The amount on the current month's invoice if the resource starts now and continues: monthly
   * prices for the rest of the month, and one-time purchases.
   */
  thisMonth: decimal,
  /** The number of hours per month used in the calculation. */
  hours: z.int(),
  currency: z.string(),
});

/** A part of a line: hours or a share of the month, for one quantity at one price. */
const linePart = z.strictObject({
  mode: billingType,
  quantity: decimal,
  unitPrice: decimal,
  /**
   * The quantity in steps for items with an included amount or tiers, such as `2 × 0 + 98 × 0.01`.
   * Null otherwise.
   */
  steps: z.string().nullable(),
  /**
   * For metered usage: the counted gigabytes, and how many of them are included in packages. The
   * quantity is the difference.
   */
  metered: z.strictObject({ counted: decimal, packaged: decimal }).nullable(),
  /**
   * The maximum hourly cost of this quantity in a month. Null without a limit and in monthly mode.
   * While off, it is at most the amount that the hours while on left of it.
   */
  limit: decimal.nullable(),
  from: moment,
  to: moment,
  isRunning: z.boolean(),
  /** Started hours; 0 in monthly mode. */
  hours: z.int(),
  /** The amount already charged for the shared hours at other quantities. */
  alreadyPaid: decimal,
  /** Seconds charged, and seconds of the month. 0 except in monthly mode. */
  seconds: z.int(),
  monthSeconds: z.int(),
  amount: decimal,
  /** The calculation as a formula with numbers: `31 h × 2 × 0.01 = 0.62`. */
  formula: z.string(),
});

export const costLine = z.strictObject({
  item: z.string(),
  title: z.string(),
  unit: z.string(),
  currency: z.string(),
  from: moment,
  to: moment,
  exact: decimal,
  /** `exact` rounded to the minor unit, half away from zero. */
  amount: decimal,
  /**
   * The minimum price of the item per month, and how much it adds to the sum of the parts. Null if
   * there is none.
   */
  minimum: decimal.nullable(),
  minimumAdded: decimal,
  parts: z.array(linePart),
});

const money = { amount: decimal, currency: z.string() };
const period = { from: moment, to: moment };

/** Prices as shown to buyers, and bills to date. */
const priceEndpoints = {
  getPrices: endpoint({
    title: localize('operations.getPrices'),
    method: 'GET',
    path: '/pricing',
    command: 'pricing list',
    summary: 'Get the price list that applies to you.',
    access: 'pricing.view',
    changes: false,
    topics: ['price'],
    answer: z.strictObject({
      currency: z.string(),
      version: z.int(),
      validFrom: moment,
      billingModes,
      groups: z.array(priceGroup),
    }),
    errors: ['priceMissing'],
  }),
  estimatePrice: endpoint({
    title: localize('operations.estimatePrice'),
    method: 'POST',
    path: '/pricing/estimate',
    command: 'pricing estimate',
    summary: 'Estimate the price of items with the same calculation as billing.',
    access: 'pricing.view',
    changes: false,
    topics: ['price'],
    body: z.strictObject({
      items: z
        .array(
          z.strictObject({
            item: itemCode,
            quantity,
            mode: billingMode,
            powerState: z.enum(['on', 'off']).optional(),
          }),
        )
        .min(1)
        .max(100),
      /** Hours of use per month. Omitted: all 744 hours of a long month. */
      hours: z.int().min(1).max(744).optional(),
    }),
    answer: estimateAnswer,
    errors: ['priceMissing'],
  }),
  getMonthToDate: endpoint({
    title: localize('operations.getMonthToDate'),
    method: 'GET',
    path: '/billing/monthToDate',
    summary: 'Get month-to-date cost: total, by resource, and by item type.',
    access: 'billing.view',
    changes: false,
    query: z.strictObject({ top: integerText({ min: 1, max: 100 }).optional() }),
    answer: z.strictObject({
      ...period,
      /** After discounts. */
      totals: z.array(z.strictObject({ ...money, projected: decimal })),
      /** The discounts, which aren't deducted from the amounts of resources and item kinds. */
      discounts: z.array(
        z.strictObject({ id: z.uuid(), title: z.string(), ...money, projected: decimal }),
      ),
      /** Most expensive first. */
      subjects: z.array(
        z.strictObject({ type: z.string(), id: z.uuid(), name: z.string(), ...money }),
      ),
      subjectCount: z.int(),
      groups: z.array(z.strictObject({ group: z.string(), title: z.string(), ...money })),
    }),
  }),
  getSubjectMonthToDate: endpoint({
    title: localize('operations.getSubjectMonthToDate'),
    method: 'GET',
    path: '/billing/monthToDate/{subjectId}',
    summary: 'Get the month-to-date cost of one resource, with the calculation of each line.',
    access: 'billing.view',
    changes: false,
    params: z.strictObject({ subjectId: id }),
    answer: z.strictObject({
      ...period,
      type: z.string(),
      id: z.uuid(),
      name: z.string(),
      totals: z.array(z.strictObject({ ...money, projected: decimal })),
      lines: z.array(costLine),
    }),
  }),
};

export const pricingEndpoints = {
  ...priceEndpoints,
  ...priceListEndpoints,
  ...priceListAccountEndpoints,
};

export { pricingEndpoints as endpoints };
