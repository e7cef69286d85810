import * as z from 'zod';
import { decimal, endpoint, id } from '../../../../contract/endpoint.ts';
import { currency, positiveAmount } from '../../../../contract/fields/money.ts';
import { localize } from '../texts/localize.ts';
import { key, provider, providerErrors } from './fields.ts';
import { method } from './methods.ts';
import { order } from './order.ts';

/** Payment of the signed-in customer's unpaid documents. */
export const unpaidEndpoints = {
  getUnpaid: endpoint({
    title: localize('operations.getUnpaid'),
    method: 'GET',
    path: '/billing/unpaid',
    summary:
      'List your unpaid documents and payment options. Funds on balance are already deducted.',
    access: 'billing.view',
    changes: false,
    topics: ['billing', 'invoice', 'company'],
    answer: z.strictObject({
      /** One per company and currency with an amount due. */
      accounts: z.array(
        z.strictObject({
          companyId: id,
          company: z.string(),
          currency: z.string(),
          owed: decimal,
          /** Oldest first. */
          documents: z.array(
            z.strictObject({
              id,
              number: z.string(),
              dueOn: z.iso.date(),
              total: decimal,
              unpaid: decimal,
              /**
               * The amount required to pay the document and everything older, which is paid first.
               */
              upTo: decimal,
              currency: z.string(),
            }),
          ),
          providers: z.array(
            z.strictObject({
              provider,
              isLive: z.boolean(),
              maxAmount: decimal,
              keepsMethods: z.boolean(),
            }),
          ),
          methods: z.array(method),
          /** Why it can't be paid here. Null if it can. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  }),
  payUnpaid: endpoint({
    title: localize('operations.payUnpaid'),
    method: 'POST',
    path: '/billing/unpaid/payment',
    summary:
      'Pay unpaid documents up to a given one, or all of them, within the largest allowed payment.',
    access: 'billing.manage',
    changes: true,
    touches: ['billing'],
    ownTransaction: true,
    body: z.strictObject({
      key,
      companyId: id,
      /** Omit to pay everything due in the currency. */
      documentId: id.optional(),
      currency,
      /** The open amount shown to the payer. Rejected if it differs from the current amount. */
      amount: positiveAmount,
      provider,
      methodId: id.optional(),
      /** Saves the method for later charges. Only with the customer's explicit consent. */
      keepsMethod: z.boolean(),
    }),
    answer: order,
    errors: [
      ...providerErrors,
      ...([
        'nothingOwed',
        'documentPaid',
        'documentHeld',
        'openAmountChanged',
        'paymentOnItsWay',
        'billingProfileNeeded',
        'currencyForeign',
      ] as const),
      ...(['paymentKeyReused', 'paymentOrderLimit', 'notFound'] as const),
    ],
  }),
};
