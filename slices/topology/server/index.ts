import { routes } from '../../../server/platform/http/routes.ts';
import { topologyEndpoints } from '../contract.ts';
import { readTopology } from './topology.ts';

export const topologyRoutes = routes(topologyEndpoints, {
  readTopology: (ctx, { query }) => readTopology(ctx, query),
});
