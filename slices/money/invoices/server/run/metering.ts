import type { Context } from '../../../../../server/platform/context.ts';
import { defineHook } from '../../../../../server/platform/hooks.ts';

/** Usage that is counted by readings, such as traffic, written as billable usage. */
export interface UsageMetering {
  /** Everything read so far on these sites. */
  meterSites(ctx: Pick<Context, 'db'>, siteIds: readonly string[]): Promise<void>;
  /** The month (`2026-11`) of these sites. Later readings of it are no longer billed. */
  closeMonth(ctx: Pick<Context, 'db'>, siteIds: readonly string[], month: string): Promise<void>;
}

export const usageMetering = defineHook<UsageMetering>('invoices.usageMetering');
