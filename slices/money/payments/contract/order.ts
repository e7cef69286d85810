import * as z from 'zod';
import { decimal, id, moment } from '../../../../contract/endpoint.ts';
import { provider } from './fields.ts';

export const dispute = z.strictObject({
  state: z.enum(['open', 'won', 'lost', 'closed']),
  /** As text, or the provider's code if it isn't a published one. */
  reason: z.string(),
  amount: decimal,
  openedAt: moment,
  /** The amount currently withdrawn by the provider. */
  withdrawn: decimal,
});
/** Fields visible to the seller only. */
export const managedDispute = dispute.extend({
  /** The provider's fee. The customer isn't charged for it. */
  fee: decimal.nullable(),
  /** The deadline for the seller's response to the provider. */
  dueAt: moment.nullable(),
});

/**
 * A payment at a provider. States from section 4 of the specification: 1 created, 2 approved, 3
 * completed, 4 expired.
 */
export const order = z.strictObject({
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
