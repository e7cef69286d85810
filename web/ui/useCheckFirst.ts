import { useState } from 'react';
import { type Problems, useProblems } from './useProblems.ts';

/** A change whose effects are shown before it is made. */
export interface CheckFirst<Checked> extends Omit<Problems, 'show' | 'clear'> {
  /** What would happen; null before it was asked, and after it was done. */
  checked: Checked | null;
  isBusy: boolean;
  check(ask: () => Promise<Checked>): Promise<void>;
  carryOut(work: () => Promise<unknown>): Promise<void>;
  /** The form was changed: what was checked holds no more. */
  forget(): void;
}

export function useCheckFirst<Checked>(fields: readonly string[]): CheckFirst<Checked> {
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
    check: (ask) => attempt(async () => setChecked(await ask())),
    carryOut: (work) =>
      attempt(async () => {
        await work();
        setChecked(null);
      }),
    forget: () => setChecked(null),
  };
}
