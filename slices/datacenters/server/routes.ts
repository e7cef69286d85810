import { routes } from '../../../server/platform/http/routes.ts';
import { datacenterEndpoints } from '../contract.ts';
import { changeDatacenter, listSettings } from './settings.ts';
import { listUsableDatacenters } from './usable.ts';

export const datacenterRoutes = routes(datacenterEndpoints, {
  listDatacenters: async (ctx) => ({ items: await listUsableDatacenters(ctx) }),
  listDatacenterSettings: async (ctx) => ({ items: await listSettings(ctx) }),
  changeDatacenter: async (ctx, { params, body }) => {
    await changeDatacenter(ctx, params.datacenterId, body);
    return { done: true } as const;
  },
});
