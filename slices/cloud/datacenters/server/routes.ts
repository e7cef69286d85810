import { routes } from '../../../../server/platform/http/routes.ts';
import { datacenterEndpoints } from '../contract.ts';
import { listSettings, updateDatacenter } from './settings.ts';
import { listUsableDatacenters } from './usable.ts';

export const datacenterRoutes = routes(datacenterEndpoints, {
  listDatacenters: async (ctx) => ({ items: await listUsableDatacenters(ctx) }),
  listDatacenterSettings: async (ctx) => ({ items: await listSettings(ctx) }),
  updateDatacenter: async (ctx, { params, body }) => {
    await updateDatacenter(ctx, params.datacenterId, body);
    return { done: true } as const;
  },
});
