import { useState } from 'react';
import { useRun } from '../feedback/useRun.ts';
import { type Problems, useProblems } from './useProblems.ts';

/** The state of saving a form, with the portal's errors. */
export interface Saving extends Omit<Problems, 'show'> {
  isBusy: boolean;
  /** Returns whether it succeeded. The title of the toast can depend on the result. */
  save(title: string | (() => string), work: () => Promise<unknown>): Promise<boolean>;
}

export function useSave(fields: readonly string[]): Saving {
  const [isBusy, setBusy] = useState(false);
  const { show, ...problems } = useProblems(fields);
  const run = useRun();
  return {
    ...problems,
    isBusy,
    save: async (title, work) => {
      setBusy(true);
      problems.clear();
      try {
        await work();
        // Stays busy until the invalidated data is refetched, because the form is still visible and
        // a second click would save it twice.
        return await run(typeof title === 'string' ? title : title(), async () => undefined);
      } catch (error) {
        show(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
