import * as z from 'zod';
import { decimal, done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { currency, positiveAmount } from '../../../contract/fields/money.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { customerParams } from '../companies/contract.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';

export const providers = ['stripe', 'paypal'] as const;
const provider = z.enum(providers);

const dispute = z.strictObject({
  state: z.enum(['open', 'won', 'lost', 'closed']),
  /** As text, or the provider's code if it isn't a published one. */
  reason: z.string(),
  amount: decimal,
  openedAt: moment,
  /** The amount currently withdrawn by the provider. */
  withdrawn: decimal,
});
/** Fields visible to the seller only. */
const managedDispute = dispute.extend({
  /** The provider's fee. The customer isn't charged for it. */
  fee: decimal.nullable(),
  /** The deadline for the seller's response to the provider. */
  dueAt: moment.nullable(),
});

/**
 * A payment at a provider. States from section 4 of the specification: 1 created, 2 approved, 3
 * completed, 4 expired.
 */
const order = z.strictObject({
  id,
  provider,
  /**
   * `deposit`: the customer adds funds. `collection`: auto-charge with a saved method. `invoice`:
   * payment of open documents.
   */
  kind: z.enum(['deposit', 'collection', 'invoice']),
  /** The number of the last document to pay. Null when adding funds or paying everything due. */
  documentNumber: z.string().nullable(),
  amount: decimal,
  currency: z.string(),
  state: z.int(),
  stateTitle: z.string(),
  /** The URL where the customer continues the payment. Null if it can't be continued. */
  redirectUrl: z.string().nullable(),
  /** Why the payment failed, as reported by the provider. */
  problem: z.string(),
  createdAt: moment,
  expiresAt: moment,
  /** Refunds of the payment, with their amounts and states. */
  refunds: z.array(
    z.strictObject({
      amount: decimal,
      state: z.enum(['waiting', 'sent', 'done', 'failed']),
      problem: z.string(),
      /** Whether the refund was made on the provider's own pages. */
      isByProvider: z.boolean(),
    }),
  ),
  disputes: z.array(dispute),
});

const method = z.strictObject({
  id,
  provider,
  /** Such as `visa •••• 4242`, never a full card number. */
  label: z.string(),
  /** The expiration month, such as `2031-04`. Empty if there is none. */
  expires: z.string(),
  isDefault: z.boolean(),
  /** Why auto-charge with this method was stopped. Empty while it is active. */
  problem: z.string(),
});

const connection = z.strictObject({
  provider,
  isOn: z.boolean(),
  isLive: z.boolean(),
  maxAmount: decimal,
  keepsMethods: z.boolean(),
  chargesSaved: z.boolean(),
  /** A custom API base URL. Empty for the provider's default. */
  baseAddress: z.string(),
  clientId: z.string(),
  webhookId: z.string(),
  hasWebhookSecret: z.boolean(),
  /** The webhook URL to configure at the provider. */
  webhookUrl: z.string(),
  webhookAt: moment.nullable(),
  webhooksRefused: z.int(),
  webhookRefusedAt: moment.nullable(),
});

/**
 * Idempotency key. Repeating it with the same payment returns the same payment. Different content
 * is rejected.
 */
const key = z
  .string()
  .trim()
  .regex(/^[\w.:-]{8,100}$/, {
    message: schemaMessage(localize('invalid.message.enter8100Letters')),
  });
const orderParams = z.strictObject({ orderId: id });
const methodParams = z.strictObject({ methodId: id });
const connectionParams = z.strictObject({ companyId: id, provider });
const payer = ['paymentNotConnected', 'paymentProviderAway', 'paymentProviderRefused'] as const;

export const paymentEndpoints = {
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
      ...payer,
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
      ...payer,
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
    errors: payer,
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
    errors: [...payer, 'chargeOrderEnded'],
  }),
  setDefaultMethod: endpoint({
    title: localize('operations.setDefaultMethod'),
    method: 'PUT',
    path: '/billing/paymentMethods/{methodId}/default',
    summary: 'Set the payment method used for auto-charge.',
    access: 'billing.manage',
    changes: true,
    touches: ['billing'],
    params: methodParams,
    answer: done,
  }),
  deletePaymentMethod: endpoint({
    title: localize('operations.deletePaymentMethod'),
    method: 'DELETE',
    path: '/billing/paymentMethods/{methodId}',
    summary: 'Delete a saved payment method at the provider.',
    access: 'billing.manage',
    changes: true,
    touches: ['billing'],
    ownTransaction: true,
    params: methodParams,
    answer: done,
    errors: payer,
  }),
  listPaymentConnections: endpoint({
    title: localize('operations.listPaymentConnections'),
    method: 'GET',
    path: '/companies/{companyId}/payments',
    summary: 'List a company’s payment providers. Keys are never shown.',
    access: 'companies.view',
    changes: false,
    topics: ['company:{companyId}'],
    params: z.strictObject({ companyId: id }),
    answer: z.strictObject({
      items: z.array(connection),
      currency: z.string(),
      canManage: z.boolean(),
    }),
  }),
  savePaymentConnection: endpoint({
    title: localize('operations.savePaymentConnection'),
    method: 'PUT',
    path: '/companies/{companyId}/payments/{provider}',
    summary:
      'Connect a company to a payment provider. Omitted keys are kept while the address stays the same.',
    access: 'companies.manage',
    changes: true,
    touches: ['company:{companyId}', 'billing'],
    dangerous: true,
    params: connectionParams,
    body: z.strictObject({
      isOn: z.boolean(),
      isLive: z.boolean(),
      maxAmount: positiveAmount,
      keepsMethods: z.boolean(),
      chargesSaved: z.boolean(),
      baseAddress: text({ max: 200 }),
      clientId: text({ max: 200 }),
      webhookId: text({ max: 100 }),
      secret: text({ min: 8, max: 300 }).optional(),
      webhookSecret: text({ min: 8, max: 300 }).optional(),
    }),
    answer: done,
    errors: ['paymentSecretNeeded', 'paymentAddressRefused', 'amountWrong'],
  }),
  deletePaymentConnection: endpoint({
    title: localize('operations.deletePaymentConnection'),
    method: 'DELETE',
    path: '/companies/{companyId}/payments/{provider}',
    summary: 'Delete a payment provider without payments. One with payments is disabled instead.',
    access: 'companies.manage',
    changes: true,
    touches: ['company:{companyId}', 'billing'],
    dangerous: true,
    params: connectionParams,
    answer: done,
    errors: ['paymentConnectionUsed'],
  }),
  tryPaymentConnection: endpoint({
    title: localize('operations.tryPaymentConnection'),
    method: 'POST',
    path: '/companies/{companyId}/payments/{provider}/try',
    summary: 'Test the keys of a payment provider.',
    access: 'companies.manage',
    changes: true,
    touches: ['company:{companyId}', 'billing'],
    ownTransaction: true,
    params: connectionParams,
    answer: done,
    errors: payer,
  }),
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
    errors: [...payer, 'paymentKeyReused', 'paymentMethodUnusable'],
  }),
  receivePaymentEvent: endpoint({
    title: localize('operations.receivePaymentEvent'),
    method: 'POST',
    path: '/payments/events/{connectionId}',
    summary:
      'Receive a signed webhook from a payment provider. The payment is read again from the provider.',
    access: 'public',
    isSigned: true,
    changes: true,
    ownTransaction: true,
    params: z.strictObject({ connectionId: id }),
    answer: done,
    errors: ['signatureRefused', 'paymentProviderAway'],
  }),
};

export { paymentEndpoints as endpoints };
