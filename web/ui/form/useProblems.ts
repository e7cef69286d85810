import { useState } from 'react';
import { CallError } from '../../client.ts';
import { errorText } from '../feedback/errorText.ts';
import { type Remedy, remedyOf } from '../feedback/remedy.ts';

/**
 * The errors of a form: field errors by the server's key, and others that are shown above the
 * fields.
 */
export interface Problems {
  /** The error of a field, or the first one of a list. `remoteIps` also finds `remoteIps.2`. */
  problemAt(field: string): string | undefined;
  /** Errors without one of the requested fields. */
  general: string | null;
  /** The screen where the error can be resolved, if there is one. */
  remedy: Remedy | null;
  show(error: unknown): void;
  clear(): void;
}

export function useProblems(fields: readonly string[]): Problems {
  const [problems, setProblems] = useState<readonly { key: string; info: string }[]>([]);
  const [remedy, setRemedy] = useState<Remedy | null>(null);
  const isUnderField = (field: string, key: string) => key === field || key.startsWith(`${field}.`);
  return {
    problemAt: (field) => problems.find(({ key }) => isUnderField(field, key))?.info,
    general:
      problems
        .filter(({ key }) => !fields.some((field) => isUnderField(field, key)))
        .map(({ info }) => info)
        .join(' ') || null,
    remedy,
    show: (error) => {
      setRemedy(remedyOf(error));
      const apiErrors =
        error instanceof CallError && error.status !== 0 && error.status < 502
          ? error.errors
          : null;
      setProblems(
        apiErrors?.map(({ key = '', info }) => ({ key, info })) ?? [
          { key: '', info: errorText(error) },
        ],
      );
    },
    clear: () => {
      setProblems([]);
      setRemedy(null);
    },
  };
}
