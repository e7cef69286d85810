import * as z from 'zod';
import { decimal } from '../../../../contract/endpoint.ts';

/** The price per hour, and per month of 31 days. */
const rates = { hourly: decimal, monthly: decimal };

/** The effect of an action on the cost, in one currency. */
const costChange = z.strictObject({
  currency: z.string(),
  before: z.strictObject(rates),
  after: z.strictObject(rates),
  /**
   * The difference between after and before, negative if the cost decreases. `once` is the amount
   * of one-time purchases.
   */
  added: z.strictObject({ ...rates, once: decimal }),
  /**
   * The current month's invoice if everything continues until the end of the month: before the
   * action, after it, and the difference. Monthly prices only for the rest of the month, and
   * including one-time purchases. Null for a hypothetical state.
   */
  thisMonth: z.strictObject({ before: decimal, after: decimal, added: decimal }).nullable(),
});

/** Shown before an action is confirmed, calculated by the billing code. */
export const costPreview = z.strictObject({
  /** One per currency. */
  changes: z.array(costChange),
  /**
   * The changes once the server is running, if it is off now and costs more when it is on. Null
   * otherwise.
   */
  whileOn: z.array(costChange).nullable(),
  /**
   * `exact`: the amount that will be metered. `atMost`: the actual size is known only afterwards
   * and is almost never larger. `perGb`: the size is unknown, so this is the cost per gigabyte.
   */
  basis: z.enum(['exact', 'atMost', 'perGb']),
});
