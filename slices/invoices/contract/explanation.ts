import * as z from 'zod';
import { decimal, moment } from '../../../contract/endpoint.ts';
import { billingType, costLine } from '../../pricing/contract.ts';
import { line } from './parts.ts';

/** One time in which so much was had at one price. */
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
  /** The kinds of lines it is taken off, in words; null: all. */
  groups: z.array(z.string()).nullable(),
  /** The most it takes: its limit, or what other months left of a credit. */
  most: decimal.nullable(),
  /** What earlier discounts left of its lines. */
  base: decimal,
  /** Before it was rounded. */
  exact: decimal,
  /** The calculation in numbers. */
  formula: z.string(),
  shares: z.array(z.strictObject({ lineId: z.int(), subjectName: z.string(), title: z.string(), amount: decimal, part: decimal })),
});

/** What a clerk charged. */
const manual = z.strictObject({
  reason: z.string(),
  chargedAt: moment,
  /** Who charged it, and who agreed where a second person had to; null to the customer, who is not told. */
  chargedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
});

export const explanation = z.strictObject({
  line,
  /** How the parts add up to the amount, recalculated now; null for a discount. */
  reckoning: costLine.nullable(),
  /** How a discount comes to its amount; null of any other line. */
  discount: takenOff.nullable(),
  /** Null of any line but a charge by hand. */
  manual: manual.nullable(),
  events: z.array(event),
  /** Decimals of the smallest coin, to which the line is rounded, halves away from zero. */
  decimals: z.int(),
  /** The recalculation matches the invoice. */
  agrees: z.boolean(),
});
