import { useState } from 'react';

/** A form's values of something that others can save too, and the version they are based on. */
export interface Kept<T> {
  value: T;
  /** The version that is said when it is saved. */
  seen: string;
  isChanged: boolean;
  /** Somebody else saved the part since, and something is typed here that he does not know of. */
  isBehind: boolean;
  set(change: (before: T) => T): void;
  /** Saves what is typed. Throws what the work throws. */
  save(work: () => Promise<unknown>): Promise<void>;
  takeTheirs(): void;
  /** The other version was seen: the next save replaces it. */
  keepMine(): void;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * `now` and `version`: what the portal has, by what it is read with. Where nothing was typed the
 * form follows it; what was typed stays until it is saved or left.
 */
export function useKept<T>(now: T, version: string): Kept<T> {
  const theirs = { value: now, before: now, seen: version, isSaved: false };
  const [kept, setKept] = useState(theirs);
  const isTyped = !kept.isSaved && !isSame(kept.value, kept.before) && !isSame(kept.value, now);
  const isOther = version !== kept.seen;
  if (isOther && !isTyped) setKept(theirs);
  return {
    value: kept.value,
    seen: kept.seen,
    isChanged: !isSame(kept.value, kept.before),
    isBehind: isOther && isTyped,
    set: (change) => setKept((last) => ({ ...last, value: change(last.value), isSaved: false })),
    save: async (work) => {
      await work();
      setKept((last) => ({ ...last, isSaved: true }));
    },
    takeTheirs: () => setKept(theirs),
    keepMine: () => setKept((last) => ({ ...last, before: now, seen: version })),
  };
}
