import { useState } from 'react';
import { type FormState, useForm } from '../form/useForm.ts';

/** A change with a preview of its effects. */
export interface CheckFirst<Checked> extends Pick<FormState, 'problem' | 'remedy' | 'problemAt'> {
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
  const { fail, clearProblems, problem, remedy, problemAt } = useForm({}, fields);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    clearProblems();
    try {
      await work();
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    problem,
    remedy,
    problemAt,
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
