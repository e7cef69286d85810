import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import type { Allocation, AllocationState } from './store.ts';

/** The text for each allocation state. */
export const stateLabels: Record<AllocationState, LocalizedText> = {
  needsRate: localize('stateWords.needsRate'),
  waiting: localize('stateWords.waiting'),
  refused: localize('stateWords.refused'),
  invalid: localize('stateWords.invalid'),
  cancelled: localize('stateWords.cancelled'),
  approved: localize('stateWords.approved'),
  notNeeded: localize('stateWords.notNeeded'),
  continued: localize('stateWords.continued'),
};

/** How to resolve the authority's errors, by error code. */
const byCode: Record<string, LocalizedText> = {
  '431': localize('byCode.431'),
  '434': localize('byCode.434'),
  '435': localize('byCode.435'),
  '446': localize('byCode.446'),
};

const byState: Partial<Record<AllocationState, LocalizedText>> = {
  needsRate: localize('byState.needsRate'),
  refused: localize('byState.refused'),
  invalid: localize('byState.invalid'),
  cancelled: localize('byState.cancelled'),
};

/** How to resolve an error. '' when no action is needed. */
export const remedyOf = (
  { state, code }: Pick<Allocation, 'state' | 'code'>,
  language: Language,
): string => ((state === 'invalid' ? byCode[code] : undefined) ?? byState[state])?.[language] ?? '';
