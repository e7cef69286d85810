import type { Context } from '../../../../../server/platform/context.ts';
import { localize } from '../../texts/localize.ts';
import { issueOneOff, type OneOffSum } from '../charges/oneOff.ts';
import { feeItem, feeTitle } from '../documents/labels.ts';

export interface LateFee extends OneOffSum {
  /** The overdue document. */
  document: { id: string; number: string };
  /** The idempotency key of the ledger transaction. */
  key: string;
}

/**
 * Issues a separate invoice for a late fee, with the taxes that apply to the customer, in the
 * context's transaction. There is at most one per document. Blockers of monthly invoices don't
 * apply, because the overdue document was already issued.
 */
export async function issueLateFee(
  ctx: Context,
  { document, key, ...sum }: LateFee,
): Promise<void> {
  await issueOneOff(ctx, {
    ...sum,
    line: {
      subjectType: 'document',
      subjectId: document.id,
      subjectName: document.number,
      item: feeItem,
    },
    feeFor: document.id,
    posting: {
      key,
      reason: localize('fees.reason.text', { feeTitle, number: document.number }),
    },
  });
}
