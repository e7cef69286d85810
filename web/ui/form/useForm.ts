import { useForm as useFormValues } from '@mantine/form';
import { useEffect, useId, useRef, useState } from 'react';
import { CallError } from '../../client.ts';
import { errorText } from '../feedback/errorText.ts';
import { type Remedy, remedyOf } from '../feedback/remedy.ts';
import { useRun } from '../feedback/useRun.ts';

type Values = Record<string, unknown>;
type FieldOf<T> = keyof T & string;
type MantineForm<T extends Values> = ReturnType<typeof useFormValues<T>>;
type InputProps<T extends Values> = ReturnType<MantineForm<T>['getInputProps']>;

/** The state and errors of a form, for the components that show them. */
export interface FormState {
  isBusy: boolean;
  /** The errors that don't belong to a field. */
  problem: string | null;
  /** The screen that fixes the problem, if there is one. */
  remedy: Remedy | null;
  /** The error of a field, or of the first entry of a list: `remoteIps` includes `remoteIps.2`. */
  problemAt(field: string): string | undefined;
  clearProblems(): void;
}

/** The values of a form, and saving them with the server's errors at their fields. */
export interface Form<T extends Values> extends FormState {
  values: T;
  /** Whether a value differs from the initial ones. */
  isChanged: boolean;
  set(changes: Partial<T>): void;
  /** Value, change handler, and error of a text, number, or select input. */
  input(field: FieldOf<T>): InputProps<T> & Required<Pick<InputProps<T>, 'value'>>;
  /** The same for a checkbox or switch. */
  checkbox(field: FieldOf<T>): InputProps<T>;
  /** Shows an error that occurred outside `save`. */
  fail(error: unknown): void;
  /**
   * Runs the work, shows its error or a toast with the title, and returns whether it succeeded. The
   * title can depend on the result of the work.
   */
  save(title: string | (() => string), work: () => Promise<unknown>): Promise<boolean>;
}

/**
 * A form. While nothing is entered, its values follow the initial ones, which can be reloaded.
 * `otherFields`: fields whose errors are displayed by an input without a value in the form.
 */
export function useForm<T extends Values>(
  initialValues: T,
  otherFields: readonly string[] = [],
): Form<T> {
  // The name distinguishes the inputs of several forms on a page. Mantine allows letters and digits.
  const name = useId().replace(/[^a-z0-9]/gi, '');
  const form = useFormValues<T>({
    initialValues,
    name,
    // Errors stay until the next save. Mantine would clear all of them when one value is set.
    clearInputErrorOnChange: false,
  });
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [remedy, setRemedy] = useState<Remedy | null>(null);
  const run = useRun();
  const fields = [...Object.keys(initialValues), ...otherFields];
  const { initial, markSaved } = useInitial(initialValues, form);

  const clearProblems = () => {
    form.clearErrors();
    setProblems([]);
    setProblem(null);
    setRemedy(null);
  };
  const fail = (error: unknown) => {
    const found = problemsOf(error);
    const atFields = errorsByField(found, fields);
    form.setErrors(atFields);
    setProblems(found);
    setProblem(generalProblem(found, fields));
    setRemedy(remedyOf(error));
    const first = fields.find((field) => field in atFields);
    if (first) form.getInputNode(first as never)?.focus();
  };
  return {
    values: form.values,
    isChanged: JSON.stringify(form.values) !== initial,
    set: (changes) => form.setValues(changes),
    input: (field) => ({ value: form.values[field], ...form.getInputProps(field) }),
    checkbox: (field) => form.getInputProps(field, { type: 'checkbox' }),
    problemAt: (field) => problems.find(({ key }) => isAt(key, field))?.info,
    isBusy,
    problem,
    remedy,
    fail,
    clearProblems,
    save: async (title, work) => {
      setBusy(true);
      clearProblems();
      try {
        await work();
        markSaved();
        // The form stays busy until its data is reloaded. Before, a second click would save it twice.
        return await run(typeof title === 'string' ? title : title(), async () => undefined);
      } catch (error) {
        fail(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/**
 * The initial values as JSON. When they change, untouched values are replaced, and also saved ones,
 * because the server can have adjusted them.
 */
function useInitial<T extends Values>(initialValues: T, form: MantineForm<T>) {
  const initial = JSON.stringify(initialValues);
  const seen = useRef(initial);
  /** The values that aren't the user's input: the initial ones, or those just saved. */
  const last = useRef(initial);
  useEffect(() => {
    if (seen.current === initial) return;
    seen.current = initial;
    const isUntouched = JSON.stringify(form.getValues()) === last.current;
    last.current = initial;
    if (isUntouched) form.setValues(initialValues);
  }, [initial, initialValues, form]);
  const markSaved = () => {
    last.current = JSON.stringify(form.getValues());
  };
  return { initial, markSaved };
}

interface FieldProblem {
  key: string;
  info: string;
}

/** The server's errors by field, or one error without a field if there was no usable answer. */
const problemsOf = (error: unknown): FieldProblem[] =>
  error instanceof CallError && error.status !== 0 && error.status < 502
    ? error.errors.map(({ key = '', info }) => ({ key, info }))
    : [{ key: '', info: errorText(error) }];

/** Whether the key of an error is the field or inside it. */
const isAt = (key: string, field: string): boolean => key === field || key.startsWith(`${field}.`);

/** The first error of each field. An error inside a field counts for the most specific one. */
function errorsByField(
  problems: readonly FieldProblem[],
  fields: readonly string[],
): Record<string, string> {
  const atFields: Record<string, string> = {};
  for (const { key, info } of problems) {
    const field =
      fields.find((candidate) => key === candidate) ??
      fields.find((candidate) => isAt(key, candidate));
    if (field) atFields[field] ??= info;
  }
  return atFields;
}

/** The errors that belong to none of the fields. */
function generalProblem(
  problems: readonly FieldProblem[],
  fields: readonly string[],
): string | null {
  const others = problems.filter(({ key }) => !fields.some((field) => isAt(key, field)));
  return others.map(({ info }) => info).join(' ') || null;
}
