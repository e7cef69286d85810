import type { Context } from '../../../../../server/platform/context.ts';
import { localize } from '../../texts/localize.ts';
import { issueOneOff, type OneOffSum } from '../charges/oneOff.ts';
import { feeItem, feeTitle } from '../documents/words.ts';

export interface LateFee extends OneOffSum {
  /** The document that was not paid in time. */
  document: { id: string; number: string };
  /** Under which it is booked. */
  key: string;
}

/**
 * Issues an invoice of its own for a late fee, with the taxes that hold for the customer, in the
 * transaction of the context. There is one for a document. Nothing that blocks invoices of months
 * keeps it back, as the document it is about was issued.
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
