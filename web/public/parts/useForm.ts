import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CallError } from '../../client.ts';
import { withToken } from '../token.ts';
import { nowMs, useCountdown } from './countdown.ts';
import { type Bar, barOf, type Problems, problemsOf } from './problems.ts';

export interface FormState {
  ref: RefObject<HTMLFormElement | null>;
  problems: Problems;
  isBusy: boolean;
  /** Why it can't be submitted for a while, and the seconds left; 0 seconds: it can again. */
  bar: { why: Bar['why']; seconds: number } | null;
  isBarred: boolean;
  /** The input of a field. */
  value(name: string): string;
  /** The user corrects a field: its error is hidden. */
  invalidates(name: string): void;
  say(problems: Problems): void;
  /** Runs the form's action; shows errors, and focuses the first invalid field. */
  run(work: () => Promise<void>): Promise<void>;
  submitting(work: () => Promise<void>): (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * A form of the browser's own fields: the input stays in them after any answer, and password
 * managers find them. `focusOnRefusal` names the field to focus if the rejection is about none.
 */
export function useForm(focusOnRefusal?: string): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const [bar, setBar] = useState<Bar | null>(null);
  const [refusals, countRefusal] = useState(0);
  const seconds = useCountdown(bar?.until ?? null);

  // Only after a rejection; not when an error is cleared during input
  useEffect(() => {
    if (refusals === 0) return;
    const wrong =
      ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]') ??
      fieldOf(ref.current, focusOnRefusal);
    wrong?.focus();
    if (wrong?.autocomplete === 'one-time-code') wrong.select();
  }, [refusals]);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblems({});
    setBar(null);
    try {
      await withToken(work);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const barring = barOf(error, nowMs());
      setBar(barring);
      setProblems(barring ? {} : problemsOf(error, fieldNames(ref.current)));
      countRefusal((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };
  const isBarred = bar !== null && seconds !== null && seconds > 0;
  return {
    ...{ ref, problems, isBusy, run, isBarred },
    bar: bar && seconds !== null ? { why: bar.why, seconds } : null,
    value: (name) => fieldOf(ref.current, name)?.value ?? '',
    invalidates: (name) =>
      name in problems &&
      setProblems(Object.fromEntries(Object.entries(problems).filter(([key]) => key !== name))),
    say: setProblems,
    submitting: (work) => (event) => {
      event.preventDefault();
      if (!isBusy && !isBarred) void run(work);
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
