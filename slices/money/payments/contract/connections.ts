import * as z from 'zod';
import { decimal, done, endpoint, id, moment, text } from '../../../../contract/endpoint.ts';
import { positiveAmount } from '../../../../contract/fields/money.ts';
import { localize } from '../texts/localize.ts';
import { provider, providerErrors } from './fields.ts';

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

const connectionParams = z.strictObject({ companyId: id, provider });

/** A company's connections to payment providers, and the webhook that providers call. */
export const paymentConnectionEndpoints = {
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
    errors: providerErrors,
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
