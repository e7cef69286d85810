import * as z from 'zod';
import { decimal, moment } from '../../../../contract/endpoint.ts';
import { billingType, costLine } from '../../pricing/contract.ts';
import { line } from './parts.ts';

/** A period with a constant quantity and price. */
const event = z.strictObject({
  from: moment,
  /** Null: it goes on. */
  to: moment.nullable(),
  quantity: decimal,
  mode: billingType,
  unitPrice: decimal.nullable(),
  /** The price list it was bought from. */
  priceList: z.string(),
  version: z.int(),
  validFrom: moment,
});

/** How much of what was taken off. */
const takenOff = z.strictObject({
  kind: z.enum(['percent', 'fixed', 'credit']),
  /** Percent, or an amount of the currency. */
  value: decimal,
  /** Titles of the line kinds the discount applies to. Null: all. */
  groups: z.array(z.string()).nullable(),
  /** The most it takes: its limit, or what other months left of a credit. */
  most: decimal.nullable(),
  /** What earlier discounts left of its lines. */
  base: decimal,
  /** Before it was rounded. */
  exact: decimal,
  /** The calculation in numbers. */
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

/** What a clerk charged. */
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
  discount: takenOff.nullable(),
  /** Null of any line but a charge by hand. */
  manual: manual.nullable(),
  events: z.array(event),
  /** Decimals of the smallest coin, to which the line is rounded, halves away from zero. */
  decimals: z.int(),
  /** The recalculation matches the invoice. */
  agrees: z.boolean(),
});
