import * as z from 'zod';
import { decimal, endpoint, id } from '../../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../../contract/fields/page.ts';
import { customerParams } from '../../companies/contract.ts';
import { localize } from '../texts/localize.ts';
import { key, provider, providerErrors } from './fields.ts';
import { method } from './methods.ts';
import { managedDispute, order } from './order.ts';

/** The seller's access to the payments, disputes, and debts of customers. */
export const customerPaymentEndpoints = {
  listCustomerPayments: endpoint({
    title: localize('operations.listCustomerPayments'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/paymentOrders',
    summary: 'List a customer’s card and PayPal payments with refunds, disputes, and open issues.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing'],
    params: customerParams,
    answer: z.strictObject({
      methods: z.array(method),
      orders: z.array(
        order.extend({
          reference: z.string().nullable(),
          fee: decimal.nullable(),
          /** The refunded amount according to the provider. */
          providerRefunded: decimal,
          attention: z.enum(['paidLate', 'amountDiffers', 'refundDiffers']).nullable(),
          disputes: z.array(managedDispute),
        }),
      ),
    }),
  }),
  listDisputes: endpoint({
    title: localize('operations.listDisputes'),
    method: 'GET',
    path: '/billingAccess/disputes',
    summary:
      'List disputed payments of the companies you manage, with amounts and response deadlines.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing'],
    query: listQuery(['opened', 'amount', 'email'], {
      state: z.enum(['open', 'won', 'lost', 'closed']).optional(),
    }),
    answer: listPage(
      managedDispute.extend({
        id,
        provider,
        /** The provider's reference for the payment. */
        reference: z.string(),
        currency: z.string(),
        companyId: id,
        company: z.string(),
        customer: z.strictObject({ id, email: z.string() }),
      }),
    ),
  }),
  collectDebt: endpoint({
    title: localize('operations.collectDebt'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/collect',
    summary:
      'Charge a customer’s saved payment method for the amount due, if company and payment type allow it.',
    access: 'ledger.manage',
    changes: true,
    touches: ['billing', 'company:{companyId}'],
    ownTransaction: true,
    dangerous: true,
    params: customerParams,
    body: z.strictObject({ key }),
    answer: order,
    errors: [...providerErrors, 'paymentKeyReused', 'paymentMethodUnusable'],
  }),
};
