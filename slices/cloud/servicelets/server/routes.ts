import { routes } from '../../../../server/platform/http/routes.ts';
import { serviceletEndpoints } from '../contract.ts';
import { cancelServicelet, getServicelet, listServicelets, runScript } from './commands.ts';

export const serviceletRoutes = routes(serviceletEndpoints, {
  listServicelets: (ctx, { params }) => listServicelets(ctx, params.serverId),
  runServicelet: (ctx, { params, body }) => runScript(ctx, params.serverId, body),
  getServicelet: (ctx, { params }) => getServicelet(ctx, params.serverId, params.serviceletId),
  cancelServicelet: async (ctx, { params }) => {
    await cancelServicelet(ctx, params.serverId, params.serviceletId);
    return { done: true } as const;
  },
});
