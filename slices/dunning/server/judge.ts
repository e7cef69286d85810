import type { AccountState } from '../../accounts/server/index.ts';
import type { Step } from '../contract.ts';
import type { Case } from './cases.ts';
import { addAmounts, shareOf, shown } from './coins.ts';

/** Why a step is done as it is, or is not: told in words by `words.ts`. */
export type Reason =
  | 'told'
  | 'charged'
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
  /** What the words of the reason speak of. */
  facts: Record<string, string>;
  /** The fee, or what is owed; null where no money is spoken of. */
  amount: string | null;
  stateAfter?: AccountState;
  owedAfter?: string;
}

const done = (reason: Reason, more: Partial<Verdict> = {}): Verdict => ({ outcome: 'done', reason, facts: {}, amount: null, ...more });
const skipped = (reason: Reason, facts: Record<string, string> = {}): Verdict => ({ outcome: 'skipped', reason, facts, amount: null });

/** What a step does to a customer who stands so. Writes nothing: the portal acts by it, and the simulator shows it. */
export function judge(found: Case, step: Step): Verdict {
  const { accountState: state, owed, currency, digits } = found;
  switch (step.kind) {
    case 'reminder':
      return done('told', { amount: owed, facts: { amount: shown(owed, digits), currency } });
    case 'fee': {
      const fee = step.mode === 'fixed' ? step.amount : shareOf(found.unpaid, step.amount, digits);
      if (/^[0.]*$/.test(fee)) return skipped('feeTooSmall');
      return done('charged', { amount: fee, facts: { amount: shown(fee, digits), currency }, owedAfter: addAmounts(owed, fee) });
    }
    case 'retry':
      return found.methodProblem === null ? done('willTry', { amount: owed }) : skipped('unusable', found.methodProblem);
    case 'suspend':
      return state === 'Ok' || state === 'Warning'
        ? done('suspended', { stateAfter: 'Suspended-Billing' })
        : skipped('stateAlready', { state });
    case 'notice':
      return state === 'Locked'
        ? skipped('stateAlready', { state })
        : done('noticed', { amount: owed, facts: { amount: shown(owed, digits), currency } });
    case 'terminate':
      if (state === 'Locked') return skipped('stateAlready', { state });
      if (state !== 'Suspended-Billing') return skipped('notSuspended', { state });
      return step.isAutomatic ? done('terminated', { stateAfter: 'Locked' }) : done('listed');
  }
}
