import { Readable } from 'node:stream';
import { routes } from '../../../../server/platform/http/routes.ts';
import { auditEndpoints } from '../contract.ts';
import { logAsCsv, logAsJson } from './exportLog.ts';
import { readLog } from './log.ts';
import { readLogins } from './logins.ts';
import { listOwnAudit } from './ownLog.ts';

export const auditRoutes = routes(auditEndpoints, {
  listLog: (ctx, { query }) => readLog(ctx, query),
  exportLog: (ctx, { query: { format = 'json', ...filters }, reply }) => {
    const [lines, type, name] =
      format === 'csv'
        ? ([logAsCsv(ctx, filters), 'text/csv; charset=utf-8', 'log.csv'] as const)
        : ([logAsJson(ctx, filters), 'application/x-ndjson; charset=utf-8', 'log.jsonl'] as const);
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(lines));
  },
  listLogins: (ctx, { query }) => readLogins(ctx, query),
  listOwnLog: (ctx, { query }) => listOwnAudit(ctx, query),
});
