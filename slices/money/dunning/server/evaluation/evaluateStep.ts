import { padded, shareOf, sum } from '../../../../../server/platform/decimals/decimals.ts';
import type { AccountState } from '../../../../people/accounts/server/index.ts';
import type { Step } from '../../contract.ts';
import type { Case } from './cases.ts';

/** Why a step is done, changed or skipped. `messages.ts` contains the texts. */
export type Reason =
  | 'told'
  | 'charged'
  | 'chargedTaxed'
  | 'feeOfFee'
  | 'feeTooSmall'
  | 'willTry'
  | 'paid'
  | 'declined'
  | 'onItsWay'
  | 'unusable'
  | 'suspended'
  | 'stateAlready'
  | 'noticed'
  | 'listed'
  | 'terminated'
  | 'notSuspended'
  | 'settled'
  | 'disputed'
  | 'disputeLost'
  | 'disputeWon';

export interface Verdict {
  outcome: 'done' | 'skipped';
  reason: Reason;
  /** The values for the text of the reason. */
  facts: Record<string, string>;
  /** The fee with tax, or the amount due. Null for steps without an amount. */
  amount: string | null;
  /** The fee before tax. */
  net?: string;
  stateAfter?: AccountState;
  owedAfter?: string;
}

const done = (reason: Reason, more: Partial<Verdict> = {}): Verdict => ({
  outcome: 'done',
  reason,
  facts: {},
  amount: null,
  ...more,
});
const skipped = (reason: Reason, details: Record<string, string> = {}): Verdict => ({
  outcome: 'skipped',
  reason,
  facts: details,
  amount: null,
});

/**
 * Returns the effect of a step on a customer. Writes nothing. The portal acts on the result, and
 * the simulator shows it.
 */
export function evaluateMonth(found: Case, step: Step): Verdict {
  const { accountState: state, owed, currency, digits } = found;
  switch (step.kind) {
    case 'reminder':
      return done('told', { amount: owed, facts: { amount: padded(owed, digits), currency } });
    case 'fee': {
      if (found.document.isFee) return skipped('feeOfFee');
      const fee = step.mode === 'fixed' ? step.amount : shareOf(found.unpaid, step.amount, digits);
      if (/^[0.]*$/.test(fee)) return skipped('feeTooSmall');
      const tax = sum(...found.feeTaxes.map((rate) => shareOf(fee, rate, digits)));
      const total = sum(fee, tax);
      const details = {
        amount: padded(total, digits),
        net: padded(fee, digits),
        tax: padded(tax, digits),
        currency,
      };
      return done(tax === '0' ? 'charged' : 'chargedTaxed', {
        amount: total,
        net: fee,
        facts: details,
        owedAfter: sum(owed, total),
      });
    }
    case 'retry':
      return found.methodProblem === null
        ? done('willTry', { amount: owed })
        : skipped('unusable', found.methodProblem);
    case 'suspend':
      return state === 'Ok' || state === 'Warning'
        ? done('suspended', { stateAfter: 'Suspended-Billing' })
        : skipped('stateAlready', { state });
    case 'notice':
      return state === 'Locked'
        ? skipped('stateAlready', { state })
        : done('noticed', { amount: owed, facts: { amount: padded(owed, digits), currency } });
    case 'terminate':
      if (state === 'Locked') return skipped('stateAlready', { state });
      if (state !== 'Suspended-Billing') return skipped('notSuspended', { state });
      return step.isAutomatic ? done('terminated', { stateAfter: 'Locked' }) : done('listed');
  }
}
