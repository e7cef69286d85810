import type { JsonReader } from '../http/json.ts';
import { fromMinor } from './amounts.ts';
import type { Dispute } from './port.ts';
import { requireText } from './responseFields.ts';
import { digitsOf } from './stripeAmounts.ts';

const disputeStates: Record<string, Dispute['state']> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
};
/** A dispute as Stripe describes it (API reference: the dispute object). */
export function disputeOf(dispute: JsonReader): Dispute {
  const currency = dispute.at('currency').text().toUpperCase();
  const amount = fromMinor(dispute.at('amount').number(), digitsOf(currency));
  const due = dispute.at('evidence_details', 'due_by').number();
  return {
    ...{ withdrawn: isWithdrawn(dispute) ? amount : '0', fee: disputeFee(dispute, currency) },
    dueAt: due === null ? null : new Date(due * 1000).toISOString(),
    reference: requireText(dispute.at('id')),
    capture: dispute.at('payment_intent').text() || null,
    state: disputeStates[dispute.at('status').text()] ?? 'open',
    reason: dispute.at('reason').text(),
    amount,
    currency,
  };
}

/**
 * During a dispute, money is withdrawn and returned, each in a transaction. An inquiry has none.
 * Without transactions, the status decides.
 */
function isWithdrawn(dispute: JsonReader): boolean {
  const moves = dispute.at('balance_transactions');
  if (!moves.isThere())
    return ['needs_response', 'under_review', 'lost'].includes(dispute.at('status').text());
  const signs = moves.list().map((move) => Math.sign(move.at('amount').number() ?? 0));
  return signs.filter((sign) => sign < 0).length > signs.filter((sign) => sign > 0).length;
}

function disputeFee(dispute: JsonReader, currency: string): string | null {
  const moves = dispute.at('balance_transactions').list();
  const same = moves.filter((move) => move.at('currency').text().toUpperCase() === currency);
  const fee = same.reduce((sum, move) => sum + (move.at('fee').number() ?? 0), 0);
  return same.length > 0 ? fromMinor(Math.max(0, fee), digitsOf(currency)) : null;
}
