import { routes } from '../../../../server/platform/http/routes.ts';
import { infrastructureEndpoints } from '../contract.ts';
import { findHost, listHostServers, listHosts } from './hosts.ts';

export const infrastructureRoutes = routes(infrastructureEndpoints, {
  listHosts: (ctx, { query }) => listHosts(ctx, query),
  getHost: (ctx, { params }) => findHost(ctx, params.hostId),
  listHostServers: (ctx, { params, query }) => listHostServers(ctx, params.hostId, query),
});
