import type { LocalizedText } from '../../../contract/languages.ts';
import type { SignedInContext } from '../context.ts';
import { defineHook } from '../hooks.ts';

/** Something that the reader of the dashboard should look at. */
export interface Notice {
  id: string;
  severity: 'info' | 'warning' | 'problem';
  text: LocalizedText;
  /** The exact command or step that fixes it, if there is one. */
  remedy: string | null;
  /** The screen where it is dealt with. */
  path: string | null;
}

/**
 * What needs attention in the slice's part of the portal, as far as the caller has access to it.
 */
export const dashboardNotices =
  defineHook<(ctx: SignedInContext) => Promise<readonly Notice[]>>('dashboard.notices');

/** Work that waits for a billing administrator, counted over the companies the caller looks after. */
export interface BillingWork {
  id: 'deposits' | 'approvals' | 'disputes' | 'months';
  /** The screen where it is done. */
  path: string;
  count(ctx: SignedInContext): Promise<number>;
}
export const billingWork = defineHook<BillingWork>('dashboard.billingWork');

/** Amounts are exact decimal text, one row per currency. */
export interface MonthToDate {
  amount: string;
  /** At the end of the month, if everything continues unchanged. */
  projected: string;
  currency: string;
}

/** The cost of this month: of everything the caller sees, or of one account, before discounts. */
export const monthToDateCost = defineHook<
  (ctx: SignedInContext, ownerId?: string) => Promise<MonthToDate[]>
>('dashboard.monthToDateCost');

/** The servers that the caller sees, counted, with their load. */
export interface ServerSummary {
  servers: {
    total: number;
    on: number;
    off: number;
    suspended: number;
    busy: number;
    failed: number;
    inBin: number;
  };
  /** From the latest samples of running servers. Null when there are none. */
  load: {
    cpuPercent: number;
    memoryUsedMb: number;
    memoryTotalMb: number;
    sampledAt: string;
  } | null;
  busiest: { id: string; name: string; cpuPercent: number; memoryPercent: number }[];
}
export const serverSummary =
  defineHook<(ctx: SignedInContext) => Promise<ServerSummary>>('dashboard.serverSummary');
