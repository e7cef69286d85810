import type { Entry } from './describe.ts';

const keyOf = (entry: Entry): string => (entry.kind === 'rule' ? entry.rule.id : entry.groupId);

export const withoutEntry = (entries: readonly Entry[], index: number): Entry[] =>
  entries.filter((_, place) => place !== index);

/**
 * The entries with a removed one at its place again; as they are when it is there already. Later
 * edits of the others stay.
 */
export function withEntryAgain(entries: readonly Entry[], removed: Entry, index: number): Entry[] {
  if (entries.some((entry) => keyOf(entry) === keyOf(removed))) return [...entries];
  return [...entries.slice(0, index), removed, ...entries.slice(index)];
}

/** Whether a draft says what is applied already: then there is nothing to keep as a draft. */
export const isSame = (draft: unknown, applied: unknown): boolean =>
  JSON.stringify(draft) === JSON.stringify(applied);
