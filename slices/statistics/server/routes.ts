import type { FastifyReply } from 'fastify';
import { routes } from '../../../server/platform/http/routes.ts';
import { statisticsEndpoints } from '../contract.ts';
import { readPartStatistics, readStatistics, statisticsCsv } from './read.ts';
import { readRuntime } from './runtime.ts';
import { readUsage, usageCsv } from './usage.ts';

const sendCsv = (reply: FastifyReply, name: string, content: string) =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}.csv"`).send(content);

export const statisticsRoutes = routes(statisticsEndpoints, {
  readStatistics: (ctx, { params, query }) => readStatistics(ctx, params.serverId, query),
  readStatisticsCsv: async (ctx, { params, query, reply }) =>
    sendCsv(reply, 'statistics', await statisticsCsv(ctx, params.serverId, query)),
  readPartStatistics: (ctx, { params, query }) => readPartStatistics(ctx, params.serverId, params.partId, query),
  readRuntime: (ctx, { params }) => readRuntime(ctx, params.serverId),
  readUsage: (ctx, { params, query }) => readUsage(ctx, params.serverId, query.month),
  readUsageCsv: async (ctx, { params, query, reply }) => sendCsv(reply, 'usage', await usageCsv(ctx, params.serverId, query.month)),
});
