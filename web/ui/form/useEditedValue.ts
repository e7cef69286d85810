import { useState } from 'react';

/**
 * The form values of an object that other users can also save, and the version they are based on.
 */
export interface EditState<T> {
  value: T;
  /** The version that is sent when saving. */
  seen: string;
  isChanged: boolean;
  /**
   * Whether another user has saved the object since, and the form has unsaved input based on the
   * older version.
   */
  isBehind: boolean;
  set(change: (before: T) => T): void;
  /** Saves the input. Rethrows errors of the work. */
  save(work: () => Promise<unknown>): Promise<void>;
  takeTheirs(): void;
  /** Confirms that the user has seen the other version, so that the next save replaces it. */
  keepMine(): void;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * `now` and `version`: the portal's current values and their version. Without input, the form
 * follows them. Input stays until it is saved or discarded.
 */
export function useEditedValue<T>(now: T, version: string): EditState<T> {
  const currentState = { value: now, before: now, seen: version, isSaved: false };
  const [draft, setDraft] = useState(currentState);
  const isEdited =
    !draft.isSaved && !isSame(draft.value, draft.before) && !isSame(draft.value, now);
  const hasNewVersion = version !== draft.seen;
  if (hasNewVersion && !isEdited) setDraft(currentState);
  return {
    value: draft.value,
    seen: draft.seen,
    isChanged: !isSame(draft.value, draft.before),
    isBehind: hasNewVersion && isEdited,
    set: (change) => setDraft((last) => ({ ...last, value: change(last.value), isSaved: false })),
    save: async (work) => {
      await work();
      setDraft((last) => ({ ...last, isSaved: true }));
    },
    takeTheirs: () => setDraft(currentState),
    keepMine: () => setDraft((last) => ({ ...last, before: now, seen: version })),
  };
}
