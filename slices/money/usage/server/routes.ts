import { routes } from '../../../../server/platform/http/routes.ts';
import { usageEndpoints } from '../contract.ts';
import { sendUsage } from './csv.ts';
import { followLink, makeLink, withdrawLinks } from './links.ts';
import { mailUsage } from './mails.ts';
import { listUsage, usageQueryOf } from './report.ts';

export const usageRoutes = routes(usageEndpoints, {
  listUsage: async (ctx, { query: { userId, period, transition, ...list } }) =>
    await listUsage(ctx, await usageQueryOf(ctx, { userId, period, transition }), list),
  downloadUsage: async (ctx, { query, reply }) =>
    sendUsage(ctx, reply, await usageQueryOf(ctx, query), ctx.language),
  shareUsage: async (ctx, { body }) => await makeLink(ctx, await usageQueryOf(ctx, body)),
  withdrawUsageLinks: async (ctx) => ({ ended: await withdrawLinks(ctx) }),
  mailUsage: async (ctx, { body }) => {
    await mailUsage(ctx, await usageQueryOf(ctx, body));
    return { done: true } as const;
  },
  fetchSharedUsage: async (ctx, { params, reply }) => {
    const { language, ...usageQuery } = await followLink(ctx, params.token);
    return sendUsage(ctx, reply, usageQuery, language);
  },
});
