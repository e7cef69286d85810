import type { FastifyReply } from 'fastify';
import { routes } from '../../../../server/platform/http/routes.ts';
import { statisticsEndpoints } from '../contract.ts';
import { getPartStatistics, getStatistics, statisticsCsv } from './read.ts';
import { getRuntime } from './runtime.ts';
import { getUsage, usageCsv } from './usage.ts';

const sendCsv = (reply: FastifyReply, name: string, content: string) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(content);

export const statisticsRoutes = routes(statisticsEndpoints, {
  getStatistics: (ctx, { params, query }) => getStatistics(ctx, params.serverId, query),
  getStatisticsCsv: async (ctx, { params, query, reply }) =>
    sendCsv(reply, 'statistics', await statisticsCsv(ctx, params.serverId, query)),
  getPartStatistics: (ctx, { params, query }) =>
    getPartStatistics(ctx, params.serverId, params.partId, query),
  getRuntime: (ctx, { params }) => getRuntime(ctx, params.serverId),
  getUsage: (ctx, { params, query }) => getUsage(ctx, params.serverId, query.month),
  getUsageCsv: async (ctx, { params, query, reply }) =>
    sendCsv(reply, 'usage', await usageCsv(ctx, params.serverId, query.month)),
});
