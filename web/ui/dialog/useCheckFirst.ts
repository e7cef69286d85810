import { useState } from 'react';
import { type Problems, useProblems } from '../form/useProblems.ts';

/** A change with a preview of its effects. */
export interface CheckFirst<Checked> extends Omit<Problems, 'show' | 'clear'> {
  /** The preview. Null before it is requested, and after the change. */
  checked: Checked | null;
  isBusy: boolean;
  check(ask: () => Promise<Checked>): Promise<void>;
  carryOut(work: () => Promise<unknown>): Promise<void>;
  /** Call it when the form changes. Clears the preview, which is no longer valid. */
  forget(): void;
}

export function useCheckThenConfirm<Checked>(fields: readonly string[]): CheckFirst<Checked> {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { show, clear, ...problems } = useProblems(fields);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    clear();
    try {
      await work();
    } catch (error) {
      show(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    ...problems,
    checked,
    isBusy,
    check: (fetchCheck) => attempt(async () => setChecked(await fetchCheck())),
    carryOut: (work) =>
      attempt(async () => {
        await work();
        setChecked(null);
      }),
    forget: () => setChecked(null),
  };
}
