import { routes } from '../../../../server/platform/http/routes.ts';
import { meteringEndpoints } from '../contract.ts';
import { getTraffic } from './readTraffic.ts';

export const meteringRoutes = routes(meteringEndpoints, {
  getTraffic: (ctx, { params }) => getTraffic(ctx, params.serverId),
});
