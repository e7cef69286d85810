import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CallError } from '../../client.ts';
import { withToken } from '../token.ts';
import { nowMs, useCountdown } from './countdown.ts';
import { type Bar, type Problems, problemsOf, waitNoticeOf } from './problems.ts';

export interface FormState {
  ref: RefObject<HTMLFormElement | null>;
  problems: Problems;
  isBusy: boolean;
  /**
   * Why the form can't be submitted for a while, and the remaining seconds. 0 seconds if it can be
   * submitted again.
   */
  bar: { why: Bar['why']; seconds: number } | null;
  isBarred: boolean;
  /** The current value of a field. */
  value(name: string): string;
  /** Call it when the user edits a field. Hides its error. */
  invalidates(name: string): void;
  say(problems: Problems): void;
  /** Runs the form's action. Shows errors and focuses the first invalid field. */
  run(work: () => Promise<void>): Promise<void>;
  submitting(work: () => Promise<void>): (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * A form with native fields, which keep their input after any response and are detected by password
 * managers. `focusOnRefusal`: the field to focus if a rejection isn't about a field.
 */
export function useForm(focusOnRefusal?: string): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const [bar, setBar] = useState<Bar | null>(null);
  const [rejectionCount, countRefusal] = useState(0);
  const seconds = useCountdown(bar?.until ?? null);

  // Only after a rejection, not when an error is cleared during input.
  useEffect(() => {
    if (rejectionCount === 0) return;
    const invalidField =
      ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]') ??
      fieldOf(ref.current, focusOnRefusal);
    invalidField?.focus();
    if (invalidField?.autocomplete === 'one-time-code') invalidField.select();
  }, [rejectionCount]);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblems({});
    setBar(null);
    try {
      await withToken(work);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const waitNotice = waitNoticeOf(error, nowMs());
      setBar(waitNotice);
      setProblems(waitNotice ? {} : problemsOf(error, fieldNames(ref.current)));
      countRefusal((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };
  const isLockedOut = bar !== null && seconds !== null && seconds > 0;
  return {
    ...{ ref, problems, isBusy, run, isBarred: isLockedOut },
    bar: bar && seconds !== null ? { why: bar.why, seconds } : null,
    value: (name) => fieldOf(ref.current, name)?.value ?? '',
    invalidates: (name) =>
      name in problems &&
      setProblems(Object.fromEntries(Object.entries(problems).filter(([key]) => key !== name))),
    say: setProblems,
    submitting: (work) => (event) => {
      event.preventDefault();
      if (!isBusy && !isLockedOut) void run(work);
    },
  };
}

function fieldOf(form: HTMLFormElement | null, name: string | undefined): HTMLInputElement | null {
  const found = name === undefined ? null : form?.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : null;
}

const fieldNames = (form: HTMLFormElement | null): string[] =>
  [...(form?.elements ?? [])].flatMap((element) =>
    element instanceof HTMLInputElement && element.name ? [element.name] : [],
  );
