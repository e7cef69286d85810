import * as z from 'zod';
import { decimal, moment } from '../../../../contract/endpoint.ts';
import { billingType, costLine } from '../../pricing/contract.ts';
import { line } from './parts.ts';

/** A period with a constant quantity and price. */
const event = z.strictObject({
  from: moment,
  /** Null while the period is still open. */
  to: moment.nullable(),
  quantity: decimal,
  mode: billingType,
  unitPrice: decimal.nullable(),
  /** The price list that defines the price. */
  priceList: z.string(),
  version: z.int(),
  validFrom: moment,
});

/** A discount and the lines it was applied to. */
const discount = z.strictObject({
  kind: z.enum(['percent', 'fixed', 'credit']),
  /** A percentage, or an amount in the invoice's currency. */
  value: decimal,
  /** Titles of the line kinds the discount applies to. Null: all. */
  groups: z.array(z.string()).nullable(),
  /** The maximum discount: its limit, or the remaining balance of a credit. */
  most: decimal.nullable(),
  /** The amount of its lines after earlier discounts. */
  base: decimal,
  /** The discount before rounding. */
  exact: decimal,
  /** The calculation as a formula with numbers. */
  formula: z.string(),
  shares: z.array(
    z.strictObject({
      lineId: z.int(),
      subjectName: z.string(),
      title: z.string(),
      amount: decimal,
      part: decimal,
    }),
  ),
});

/** A manual charge. */
const manual = z.strictObject({
  reason: z.string(),
  chargedAt: moment,
  /**
   * Who created the charge and who gave the second approval. Null for the customer, who doesn't see
   * it.
   */
  chargedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
});

export const explanation = z.strictObject({
  line,
  /** How the parts add up to the amount, recalculated now; null for a discount. */
  calculation: costLine.nullable(),
  /** How the amount of a discount is calculated. Null for all other lines. */
  discount: discount.nullable(),
  /** Null for all lines except manual charges. */
  manual: manual.nullable(),
  events: z.array(event),
  /** Decimals of the currency's minor unit. The line is rounded to it, halves away from zero. */
  decimals: z.int(),
  /** Whether the recalculation matches the invoice. */
  agrees: z.boolean(),
});
