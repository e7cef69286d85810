import { routes } from '../../../server/platform/http/routes.ts';
import { datacenterEndpoints } from '../contract.ts';
import { listUsableDatacenters } from './usable.ts';

export const datacenterRoutes = routes(datacenterEndpoints, {
  listDatacenters: async (ctx) => ({ items: await listUsableDatacenters(ctx) }),
});
