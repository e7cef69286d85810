import * as z from 'zod';
import { decimal } from '../../../../contract/endpoint.ts';

/** The price of an hour, and of a month of 31 days. */
const rates = { hourly: decimal, monthly: decimal };

/** The effect of an action on a price, in one currency. */
const costChange = z.strictObject({
  currency: z.string(),
  before: z.strictObject(rates),
  after: z.strictObject(rates),
  /**
   * After less before, so below zero for what becomes cheaper; `once` is what is bought with it.
   */
  added: z.strictObject({ ...rates, once: decimal }),
  /**
   * Lines of the current month's invoice if everything stays until its end: as it is, with the
   * action, and the difference. Monthly prices only for the rest of the month, and including
   * one-time purchases. Null for a hypothetical state.
   */
  thisMonth: z.strictObject({ before: decimal, after: decimal, added: decimal }).nullable(),
});

/** Shown before an action is confirmed, calculated by the billing code. */
export const costPreview = z.strictObject({
  /** One a currency. */
  changes: z.array(costChange),
  /** The same as soon as it runs, of what is off now and costs more then; else null. */
  whileOn: z.array(costChange).nullable(),
  /**
   * `exact`: the amount that will be metered. `atMost`: the actual size is known only afterwards
   * and is hardly ever larger. `perGb`: the size is unknown, so this is the cost per gigabyte.
   */
  basis: z.enum(['exact', 'atMost', 'perGb']),
});
