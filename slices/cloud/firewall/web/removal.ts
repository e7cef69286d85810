import type { Entry } from './describe.ts';

const keyOf = (entry: Entry): string => (entry.kind === 'rule' ? entry.rule.id : entry.groupId);

export const withoutEntry = (entries: readonly Entry[], index: number): Entry[] =>
  entries.filter((_, position) => position !== index);

/**
 * Puts a removed entry back in its place and keeps later edits to other entries. Returns the
 * entries unchanged if it is already there.
 */
export function withEntryRestored(
  entries: readonly Entry[],
  removed: Entry,
  index: number,
): Entry[] {
  if (entries.some((entry) => keyOf(entry) === keyOf(removed))) return [...entries];
  return [...entries.slice(0, index), removed, ...entries.slice(index)];
}

/** Whether a draft equals the applied policy, so that no draft needs to be stored. */
export const isSame = (draft: unknown, applied: unknown): boolean =>
  JSON.stringify(draft) === JSON.stringify(applied);
