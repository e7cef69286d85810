import { Readable } from 'node:stream';
import { routes } from '../../../../server/platform/http/routes.ts';
import { reportEndpoints } from '../contract.ts';
import { findReport, reportCsv, reportHeader, reportTotals, runReport } from './run.ts';

export const reportRoutes = routes(reportEndpoints, {
  getReport: (ctx, { params }) => reportHeader(ctx, findReport(ctx, params.reportId)),
  runReport: async (ctx, { params, query }) => {
    const report = findReport(ctx, params.reportId);
    const page = await runReport(ctx, report, query);
    return { ...page, totals: await reportTotals(ctx, report, query) };
  },
  downloadReport: async (ctx, { query: { report: id, ...query }, reply }) => {
    const report = findReport(ctx, id);
    // Errors in the query are reported before the file starts.
    await runReport(ctx, report, { ...query, size: 5 });
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${report.id}.csv"`)
      .send(Readable.from(reportCsv(ctx, report, query)));
  },
});
