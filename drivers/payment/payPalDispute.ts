import type { JsonReader } from '../http/json.ts';
import { fromMinor, plain, toMinor } from './amounts.ts';
import type { Dispute } from './port.ts';
import { requireText } from './responseFields.ts';

/** The amount in hundredths. No currency supported by PayPal has a smaller unit. */
export const hundredthsOf = (part: JsonReader): number =>
  Number(toMinor({ amount: part.at('amount', 'value').text(), currency: '', digits: 2 }));

const outcomes: Record<string, Dispute['state']> = {
  RESOLVED_SELLER_FAVOUR: 'won',
  RESOLVED_BUYER_FAVOUR: 'lost',
  CANCELED_BY_BUYER: 'closed',
  RESOLVED_WITH_PAYOUT: 'closed',
  ACCEPTED: 'lost',
  DENIED: 'won',
  NONE: 'closed',
};
/** Stages in which money is withheld. During an inquiry, it isn't. */
const withheldStages = new Set(['CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION']);

/** The amount that PayPal reports as moved, otherwise derived from the stage and the outcome. */
function disputedAmount(dispute: JsonReader, state: Dispute['state']): string {
  const amount = plain(dispute.at('dispute_amount', 'value').text());
  const moves = dispute
    .at('money_movements')
    .list()
    .filter((move) => move.at('affected_party').text() === 'SELLER');
  if (moves.length > 0) {
    const signed = (move: JsonReader) =>
      (move.at('type').text() === 'CREDIT' ? -1 : 1) * hundredthsOf(move);
    return fromMinor(
      Math.max(
        0,
        moves.reduce((total, move) => total + signed(move), 0),
      ),
      2,
    );
  }
  if (state === 'open')
    return withheldStages.has(dispute.at('dispute_life_cycle_stage').text()) ? amount : '0';
  if (state !== 'lost') return '0';
  return plain(
    dispute.at('dispute_outcome', 'amount_refunded', 'value').text() ||
      dispute.at('dispute_amount', 'value').text(),
  );
}

const stateOfDispute = (dispute: JsonReader): Dispute['state'] =>
  dispute.at('status').text() === 'RESOLVED'
    ? (outcomes[dispute.at('dispute_outcome', 'outcome_code').text()] ?? 'closed')
    : 'open';

const toIsoString = (text: string): string | null =>
  Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString();

export const disputeOf = (dispute: JsonReader): Dispute => ({
  ...{ withdrawn: disputedAmount(dispute, stateOfDispute(dispute)), fee: null },
  dueAt: toIsoString(dispute.at('seller_response_due_date').text()),
  reference: requireText(dispute.at('dispute_id')),
  capture: dispute.at('disputed_transactions', 0, 'seller_transaction_id').text() || null,
  state: stateOfDispute(dispute),
  reason: dispute.at('reason').text(),
  amount: plain(dispute.at('dispute_amount', 'value').text()),
  currency: dispute.at('dispute_amount', 'currency_code').text(),
});
