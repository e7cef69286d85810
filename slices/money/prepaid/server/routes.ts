import { routes } from '../../../../server/platform/http/routes.ts';
import { findCustomer } from '../../companies/server/index.ts';
import { prepaidEndpoints } from '../contract.ts';
import { setCreditLimit } from './credit.ts';
import { readCustomer, readPrepaid } from './queries.ts';

export const prepaidRoutes = routes(prepaidEndpoints, {
  getPrepaid: async (ctx) => ({ prepaid: await readPrepaid(ctx, ctx.actor.userId) }),
  getCustomerPrepaid: async (ctx, { params }) =>
    await readCustomer(ctx, await findCustomer(ctx, params)),
  setCreditLimit: async (ctx, { params, body }) => {
    await setCreditLimit(ctx, await findCustomer(ctx, params), body);
    return { done: true } as const;
  },
});
