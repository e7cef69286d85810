import * as z from 'zod';
import { decimal, endpoint, id } from '../../../../contract/endpoint.ts';
import { currency, positiveAmount } from '../../../../contract/fields/money.ts';
import { localize } from '../texts/localize.ts';
import { key, provider, providerErrors } from './fields.ts';
import { method } from './methods.ts';
import { order } from './order.ts';

const orderParams = z.strictObject({ orderId: id });

/** Payments of the signed-in customer. */
export const ownPaymentEndpoints = {
  getPayments: endpoint({
    title: localize('operations.getPayments'),
    method: 'GET',
    path: '/billing/payments',
    summary: 'Get your payment options, saved payment methods, and latest payments.',
    access: 'billing.view',
    changes: false,
    topics: ['billing', 'user', 'company'],
    answer: z.strictObject({
      /** Empty if no provider is connected yet. */
      providers: z.array(
        z.strictObject({
          id,
          provider,
          isLive: z.boolean(),
          minAmount: decimal,
          maxAmount: decimal,
          keepsMethods: z.boolean(),
        }),
      ),
      currency: z.string().nullable(),
      /** Why no payment is possible now. Null if one is. */
      problem: z.string().nullable(),
      /** Whether auto-charge with the default method is on. */
      isCollected: z.boolean(),
      methods: z.array(method),
      /** Latest first. */
      orders: z.array(order),
    }),
  }),
  startPayment: endpoint({
    title: localize('operations.startPayment'),
    method: 'POST',
    path: '/billing/payments',
    summary:
      'Add funds by card or PayPal, or charge a saved payment method. Funds are credited when the provider confirms the payment.',
    access: 'billing.manage',
    changes: true,
    touches: ['billing'],
    ownTransaction: true,
    body: z.strictObject({
      key,
      provider,
      amount: positiveAmount,
      currency,
      /** Saves the method for later charges. Only with the customer's explicit consent. */
      keepsMethod: z.boolean(),
      methodId: id.optional(),
    }),
    answer: order,
    errors: [
      ...providerErrors,
      ...([
        'companyMissing',
        'paidByOther',
        'billingProfileNeeded',
        'currencyForeign',
        'amountWrong',
        'depositBelowMinimum',
      ] as const),
      ...([
        'depositAboveMaximum',
        'paymentKeyReused',
        'paymentOrderLimit',
        'paymentMethodUnusable',
        'notFound',
      ] as const),
    ],
  }),
  getPayment: endpoint({
    title: localize('operations.getPayment'),
    method: 'GET',
    path: '/billing/payments/{orderId}',
    summary: 'Get one of your payments.',
    access: 'billing.view',
    changes: false,
    params: orderParams,
    answer: order,
  }),
  checkPayment: endpoint({
    title: localize('operations.checkPayment'),
    method: 'POST',
    path: '/billing/payments/{orderId}/check',
    summary: 'Check a payment with the provider, capture it if approved, and book it if paid.',
    access: 'billing.manage',
    changes: true,
    touches: ['billing'],
    ownTransaction: true,
    params: orderParams,
    answer: order,
    errors: providerErrors,
  }),
  cancelPayment: endpoint({
    title: localize('operations.cancelPayment'),
    method: 'DELETE',
    path: '/billing/payments/{orderId}',
    summary: 'Cancel a payment that wasn’t paid.',
    access: 'billing.manage',
    changes: true,
    touches: ['billing'],
    ownTransaction: true,
    params: orderParams,
    answer: order,
    errors: [...providerErrors, 'chargeOrderEnded'],
  }),
};
