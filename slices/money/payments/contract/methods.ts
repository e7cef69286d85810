import * as z from 'zod';
import { done, endpoint, id } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { provider, providerErrors } from './fields.ts';

export const method = z.strictObject({
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

const methodParams = z.strictObject({ methodId: id });

export const paymentMethodEndpoints = {
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
    errors: providerErrors,
  }),
};
