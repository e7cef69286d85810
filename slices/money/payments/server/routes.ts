import type { Context } from '../../../../server/platform/context.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { findCustomer } from '../../companies/server/index.ts';
import { paymentEndpoints } from '../contract.ts';
import { collectDebt } from './collect.ts';
import {
  listConnections,
  removeConnection,
  saveConnection,
  testConnection,
} from './connections/connect.ts';
import { toUserError } from './connections/drivers.ts';
import { listDisputes } from './disputes/disputeList.ts';
import { receiveEvent } from './events.ts';
import { removeMethod, setDefault } from './methods/methods.ts';
import { type Order, type OrderAnswer, ownOrder, present } from './orders.ts';
import { payOutstanding } from './pay.ts';
import { getPaymentOptions, readCustomer } from './read.ts';
import { cancel, settle } from './settle.ts';
import { continueOrder, startPayment } from './start.ts';
import { readUnpaid } from './unpaid.ts';

/** Reports a provider that doesn't respond as a user error. */
async function runOrder(
  ctx: Context,
  order: Order,
  work: () => Promise<Order>,
): Promise<OrderAnswer> {
  const result = await work().catch((error: unknown) => {
    throw toUserError(error, order);
  });
  return present(result, ctx.language);
}

export const paymentRoutes = routes(paymentEndpoints, {
  getPayments: (ctx) => getPaymentOptions(ctx),
  startPayment: async (ctx, { body }) => present(await startPayment(ctx, body), ctx.language),
  getUnpaid: (ctx) => readUnpaid(ctx),
  payUnpaid: async (ctx, { body }) => present(await payOutstanding(ctx, body), ctx.language),
  getPayment: async (ctx, { params }) => present(await ownOrder(ctx, params.orderId), ctx.language),
  checkPayment: async (ctx, { params }) => {
    const order = await ownOrder(ctx, params.orderId);
    return await runOrder(ctx, order, async () =>
      order.reference === null ? await continueOrder(ctx, order) : await settle(ctx, order.id),
    );
  },
  cancelPayment: async (ctx, { params }) => {
    const order = await ownOrder(ctx, params.orderId);
    return await runOrder(ctx, order, () => cancel(ctx, order));
  },
  setDefaultMethod: (ctx, { params }) => setDefault(ctx, params.methodId),
  deletePaymentMethod: (ctx, { params }) => removeMethod(ctx, params.methodId),
  listPaymentConnections: (ctx, { params }) => listConnections(ctx, params.companyId),
  savePaymentConnection: (ctx, { params, body }) =>
    saveConnection(ctx, params.companyId, params.provider, body),
  deletePaymentConnection: (ctx, { params }) =>
    removeConnection(ctx, params.companyId, params.provider),
  tryPaymentConnection: (ctx, { params }) => testConnection(ctx, params.companyId, params.provider),
  listCustomerPayments: async (ctx, { params }) =>
    await readCustomer(ctx, await findCustomer(ctx, params)),
  listDisputes: (ctx, { query }) => listDisputes(ctx, query),
  collectDebt: async (ctx, { params, body }) => {
    const customer = await findCustomer(ctx, params);
    return present(await collectDebt(ctx, customer, `clerk:${body.key}`), ctx.language);
  },
  receivePaymentEvent: (ctx, { params, request }) =>
    receiveEvent(ctx, params.connectionId, request.headers, request.body as Buffer),
});
