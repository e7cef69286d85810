import * as z from 'zod';
import { decimal } from '../../../contract/endpoint.ts';

/** What an hour costs, and a month of 31 days. */
const rates = { hourly: decimal, monthly: decimal };

/** What an action makes of a price, in one currency. */
const costChange = z.strictObject({
  currency: z.string(),
  before: z.strictObject(rates),
  after: z.strictObject(rates),
  /**
   * After less before, so below zero for what becomes cheaper; `once` is what is bought with it.
   */
  added: z.strictObject({ ...rates, once: decimal }),
  /**
   * Lines of the invoice of the month it is now, if all stays to its end: as it is, with the
   * action, and what that adds; monthly prices only for what is left of the month, and with what is
   * bought. Null where it is asked about what is not so now.
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
