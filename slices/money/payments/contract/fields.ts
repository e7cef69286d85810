import * as z from 'zod';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { localize } from '../texts/localize.ts';

export const providers = ['stripe', 'paypal'] as const;
export const provider = z.enum(providers);

/**
 * Idempotency key. Repeating it with the same payment returns the same payment. Different content
 * is rejected.
 */
export const key = z
  .string()
  .trim()
  .regex(/^[\w.:-]{8,100}$/, {
    message: schemaMessage(localize('invalid.message.enter8100Letters')),
  });

/** Errors of calls that use the seller's connection to a provider. */
export const providerErrors = [
  'paymentNotConnected',
  'paymentProviderAway',
  'paymentProviderRefused',
] as const;
