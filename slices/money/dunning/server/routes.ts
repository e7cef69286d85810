import { routes } from '../../../../server/platform/http/routes.ts';
import { findCompany, findCustomer } from '../../companies/server/index.ts';
import { dunningEndpoints } from '../contract.ts';
import { countCustomerPolicies, deletePolicy, policyOf, savePolicy } from './policies.ts';
import { getUpcomingSteps, readCustomer, simulate } from './queries.ts';

export const dunningRoutes = routes(dunningEndpoints, {
  getOwnDunning: (ctx) => getUpcomingSteps(ctx),
  getDunningPolicy: async (ctx, { params }) => {
    const { id, currency } = await findCompany(ctx, params.companyId);
    return {
      ...(await policyOf(ctx, id)),
      currency,
      customers: await countCustomerPolicies(ctx, id),
    };
  },
  saveDunningPolicy: async (ctx, { params, body }) =>
    savePolicy(ctx, await findCompany(ctx, params.companyId), null, body),
  getCustomerDunning: async (ctx, { params }) =>
    await readCustomer(ctx, await findCustomer(ctx, params)),
  saveCustomerDunning: async (ctx, { params, body }) => {
    const customer = await findCustomer(ctx, params);
    await savePolicy(ctx, customer.company, customer, body);
  },
  deleteCustomerDunning: async (ctx, { params }) =>
    deletePolicy(ctx, await findCustomer(ctx, params)),
  simulateDunning: async (ctx, { params, body }) =>
    await simulate(ctx, await findCustomer(ctx, params), body),
});
