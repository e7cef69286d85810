import { routes } from '../../../../server/platform/http/routes.ts';
import { findCustomer } from '../../companies/server/index.ts';
import { billingEndpoints } from '../contract.ts';
import { confirmDeposit, listDeposits, requestDeposit, withdrawDeposit } from './deposits.ts';
import { getOverview, moveState, readCustomer, setPaymentType } from './overview.ts';
import { saveProfile } from './profile.ts';

export const billingRoutes = routes(billingEndpoints, {
  getBilling: (ctx) => getOverview(ctx),
  saveBillingProfile: async (ctx, { body }) => ({ state: await saveProfile(ctx, body) }),
  askDeposit: (ctx, { body }) => requestDeposit(ctx, body),
  withdrawDeposit: (ctx, { params }) => withdrawDeposit(ctx, params.orderId),
  getCustomerBilling: async (ctx, { params }) =>
    await readCustomer(ctx, await findCustomer(ctx, params)),
  moveBillingState: async (ctx, { params, body }) =>
    await moveState(ctx, await findCustomer(ctx, params), body),
  setPaymentType: async (ctx, { params, body }) =>
    setPaymentType(ctx, await findCustomer(ctx, params), body.paymentType),
  listDeposits: (ctx, { query }) => listDeposits(ctx, query),
  confirmDeposit: async (ctx, { params, body }) =>
    await confirmDeposit(ctx, await findCustomer(ctx, params), params.orderId, body.reason),
});
