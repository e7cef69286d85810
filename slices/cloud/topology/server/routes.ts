import { routes } from '../../../../server/platform/http/routes.ts';
import { topologyEndpoints } from '../contract.ts';
import { getTopology } from './topology.ts';

export const topologyRoutes = routes(topologyEndpoints, {
  getTopology: (ctx, { query }) => getTopology(ctx, query),
});
