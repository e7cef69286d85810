import type * as z from 'zod';
import type { usageEndpoints } from './contract.ts';

export type Transition = NonNullable<
  z.output<(typeof usageEndpoints)['listUsage']['query']>['transition']
>;

const named: Record<Transition, true> = {
  ...{
    all: true,
    hourly: true,
    partialMonthly: true,
    fullMonthMonthly: true,
    purchase: true,
    annually: true,
  },
};
/** How usage turned into money, in the order they are offered. */
export const transitions = Object.keys(named) as readonly Transition[];

/** How long the address of a report leads to it. */
export const linkDays = 7;
/** The most links of an account at a time. A new one ends the oldest. */
export const mostLinks = 50;
