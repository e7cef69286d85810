import type * as z from 'zod';
import { may } from '../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { accountingNews } from '../../accounting/server/index.ts';
import { allocationNews } from '../../allocations/server/index.ts';
import { budgetNews } from '../../budgets/server/index.ts';
import { imageNews } from '../../images/server/index.ts';
import { engineNews, hostNews } from '../../infrastructure/server/index.ts';
import { invoiceNews } from '../../invoices/server/index.ts';
import { prepaidNews } from '../../prepaid/server/index.ts';
import { monthToDateTotal } from '../../pricing/server/index.ts';
import { scheduleNews } from '../../schedules/server/index.ts';
import { serverNews, serverSummary } from '../../servers/server/index.ts';
import type { dashboardAnswer } from '../contract.ts';
import { billingWork } from './billingWork.ts';
import { securityNews } from './securityNews.ts';

/** Each tells of what needs attention in its own part. */
const tellers = [
  ...[hostNews, serverNews, scheduleNews, engineNews, imageNews],
  ...[budgetNews, prepaidNews, invoiceNews, accountingNews, allocationNews],
];

/** What matters now, from the slices that know it. */
export async function readDashboard(
  ctx: SignedInContext,
): Promise<z.output<typeof dashboardAnswer>> {
  const [summary, cost, work, ...told] = await Promise.all([
    serverSummary(ctx),
    monthToDateTotal(ctx),
    billingWork(ctx),
    ...tellers.map((tell) => tell(ctx)),
  ]);
  const news = [...securityNews(ctx), ...told.flat()].map(({ text, ...item }) => ({
    ...item,
    text: text[ctx.language],
  }));
  return {
    ...summary,
    servers: may(ctx, 'servers.view') ? summary.servers : null,
    billingWork: work,
    cost,
    news,
  };
}
