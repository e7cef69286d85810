import { routes } from '../../../../server/platform/http/routes.ts';
import { permissionEndpoints } from '../contract.ts';
import { listChoices } from './choices.ts';
import { explain } from './explain.ts';

export const permissionRoutes = routes(permissionEndpoints, {
  explainPermission: (ctx, { query }) => explain(ctx, query),
  explainChoices: (ctx, { query }) => listChoices(ctx, query),
});
