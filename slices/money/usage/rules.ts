import type * as z from 'zod';
import type { usageEndpoints } from './contract.ts';

export type Transition = NonNullable<
  z.output<(typeof usageEndpoints)['listUsage']['query']>['transition']
>;

const knownTransitions: Record<Transition, true> = {
  ...{
    all: true,
    hourly: true,
    partialMonthly: true,
    fullMonthMonthly: true,
    purchase: true,
    annually: true,
  },
};
/** The usage transitions, in display order. */
export const transitions = Object.keys(knownTransitions) as readonly Transition[];

/** How long the link to a report is valid, in days. */
export const linkDays = 7;
/** The maximum number of links per account. A new one replaces the oldest. */
export const maxLinks = 50;
