import type { LocalizedText } from '../../../contract/languages.ts';
import type { SignedInContext } from '../context.ts';
import { defineHook } from '../hooks.ts';

/** A notice on the dashboard that needs the user's attention. */
export interface Notice {
  id: string;
  severity: 'info' | 'warning' | 'problem';
  text: LocalizedText;
  /** The exact command or step that fixes it, if there is one. */
  remedy: string | null;
  /** The screen where the problem can be resolved. */
  path: string | null;
}

/** Notices from the slice, limited to what the caller has access to. */
export const dashboardNotices =
  defineHook<(ctx: SignedInContext) => Promise<readonly Notice[]>>('dashboard.notices');

/**
 * Pending work for a billing administrator, counted across the companies that the caller
 * administers.
 */
export interface BillingWork {
  id: 'deposits' | 'approvals' | 'disputes' | 'months';
  /** The screen where the work is done. */
  path: string;
  count(ctx: SignedInContext): Promise<number>;
}
export const billingWork = defineHook<BillingWork>('dashboard.billingWork');

/** Amounts are exact decimal strings, with one row per currency. */
export interface MonthToDate {
  amount: string;
  /** The projected amount at the end of the month if usage continues unchanged. */
  projected: string;
  currency: string;
}

/** This month's cost of everything the caller can see, or of one account, before discounts. */
export const monthToDateCost = defineHook<
  (ctx: SignedInContext, ownerId?: string) => Promise<MonthToDate[]>
>('dashboard.monthToDateCost');

/** The number and load of the servers that the caller can see. */
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
  /** Based on the latest samples of running servers. Null if there are none. */
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
