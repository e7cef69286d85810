import type { Context } from '../../../../../server/platform/context.ts';
import { defineHook } from '../../../../../server/platform/hooks.ts';

/** Metered usage, such as traffic, that is recorded as billable usage. */
export interface UsageMetering {
  /** Records everything read so far on these sites. */
  meterSites(ctx: Pick<Context, 'db'>, siteIds: readonly string[]): Promise<void>;
  /** Closes a month (`2026-11`) of these sites. Later readings for it are no longer billed. */
  closeMonth(ctx: Pick<Context, 'db'>, siteIds: readonly string[], month: string): Promise<void>;
}

export const usageMetering = defineHook<UsageMetering>('invoices.usageMetering');
