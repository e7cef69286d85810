import { routes } from '../../../server/platform/http/routes.ts';
import { meteringEndpoints } from '../contract.ts';
import { readTraffic } from './readTraffic.ts';

export const meteringRoutes = routes(meteringEndpoints, {
  readTraffic: (ctx, { params }) => readTraffic(ctx, params.serverId),
});
