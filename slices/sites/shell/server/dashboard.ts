import type * as z from 'zod';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  billingWork,
  dashboardNotices,
  monthToDateCost,
  type Notice,
  serverSummary,
} from '../../../../server/platform/dashboard/hooks.ts';
import { hookContributions, singleContribution } from '../../../../server/platform/hooks.ts';
import type { dashboardAnswer } from '../contract.ts';

type Dashboard = z.output<typeof dashboardAnswer>;

/** Builds the dashboard from the slices that contribute to it. */
export async function readDashboard(ctx: SignedInContext): Promise<Dashboard> {
  const [summary, cost, billingTasks, notices] = await Promise.all([
    singleContribution(ctx, serverSummary)(ctx),
    singleContribution(ctx, monthToDateCost)(ctx),
    readBillingWork(ctx),
    readNotices(ctx),
  ]);
  return {
    ...summary,
    servers: hasPermission(ctx, 'servers.view') ? summary.servers : null,
    billingWork: billingTasks,
    cost,
    news: notices.map(({ text, ...notice }) => ({ ...notice, text: text[ctx.language] })),
  };
}

/** Returns the notices in the order of the slices. */
async function readNotices(ctx: SignedInContext): Promise<Notice[]> {
  const all = await Promise.all(
    hookContributions(ctx, dashboardNotices).map((loadNotices) => loadNotices(ctx)),
  );
  return all.flat();
}

/** Null for roles that have no billing work. */
async function readBillingWork(ctx: SignedInContext): Promise<Dashboard['billingWork']> {
  if (!hasPermission(ctx, 'ledger.view')) return null;
  const kinds = hookContributions(ctx, billingWork);
  return await Promise.all(
    kinds.map(async ({ id, path, count }) => ({ id, path, count: await count(ctx) })),
  );
}
