import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { UserError, userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { isLocalCaller } from '../../../../server/platform/http/localCaller.ts';
import { databaseConnected, registry } from '../../../../server/platform/http/metrics.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { shellEndpoints } from '../contract.ts';
import { analyticsIds } from './analytics.ts';
import { storeCrashReport } from './crashReports.ts';
import { readDashboard } from './dashboard.ts';
import { openLiveStream } from './liveStream.ts';
import { readLogo } from './logo.ts';
import { menuFor } from './menu.ts';

export const shellRoutes = routes(shellEndpoints, {
  menu: (ctx) => menuFor(ctx),
  home: (ctx) => ({
    siteName: ctx.site.name,
    systemName: ctx.site.systemName,
    landing: '/dashboard',
  }),
  dashboard: (ctx) => readDashboard(ctx),
  analytics: (ctx) => analyticsIds(ctx),
  logo: async (ctx, { reply }) => {
    const logo = await readLogo(ctx);
    // An SVG can contain scripts. They must not run on the portal's host, even if the image is
    // opened directly.
    return reply
      .type(logo.type)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(logo.content);
  },
  catchCrash: async (ctx, { body, request }) => {
    await storeCrashReport(ctx, body, request.headers['user-agent'] ?? '');
    return { received: true as const };
  },
  events: (ctx, { query, request, reply }) => openLiveStream(ctx, request, reply, query.since),
  health: () => ({ status: 'ok' as const }),
  ready: async (ctx) => {
    await sql`select 1`.execute(ctx.db);
    await ctx.services.resources.requireReady();
    if (!ctx.services.events.isConnected) throw new UserError([{ name: 'unavailable' }], 2);
    return { status: 'ready' as const };
  },
  metrics: async (ctx, { request, reply }) => {
    if (!canReadMetrics(ctx, request)) throw userError('metricsTokenRequired');
    databaseConnected.set(ctx.services.events.isConnected ? 1 : 0);
    return reply.type(registry.contentType).send(await registry.metrics());
  },
});

/**
 * Whether the caller can read metrics: callers with the token of CLOUDBERTH_METRICS_TOKEN, and
 * local callers if there is no proxy, because calls through a proxy are local too.
 */
function canReadMetrics(ctx: Context, request: FastifyRequest): boolean {
  const { metricsToken, publicUrl, trustedProxies } = ctx.services.config;
  if (metricsToken === undefined)
    return publicUrl === undefined && trustedProxies.length === 0 && isLocalCaller(request);
  const sentToken = Buffer.from((request.headers.authorization ?? '').replace(/^Bearer /, ''));
  const right = Buffer.from(metricsToken);
  return sentToken.length === right.length && timingSafeEqual(sentToken, right);
}
