import { useState } from 'react';
import { portOf } from './portField.ts';
import { text } from './text.ts';

/** The SSH user and credentials for a guest. */
export interface SshSignIn {
  user: string;
  password?: string;
  privateKey?: string;
  passphrase?: string;
}

interface FormState {
  user: string;
  port: string;
  way: 'password' | 'key';
  password: string;
  privateKey: string;
  passphrase: string;
}

export interface SshForm {
  typed: FormState;
  change(part: Partial<FormState>): void;
  /** The current port. Null if it is invalid. */
  port: number | null;
  /** The error of a field, once it was submitted. */
  problemAt(field: string): string | null;
  /** The input. Null if something is missing, which is shown from then on. */
  read(): { given: SshSignIn; port: number } | null;
  /** Clears password, key and passphrase. */
  forget(): void;
}

const noSecrets = { password: '', privateKey: '', passphrase: '' };

/** The fields of an SSH sign-in, with initial values except for secrets. */
export function useSshSignIn(initial: { user: string; port: number }): SshForm {
  const [typed, setTyped] = useState<FormState>({
    user: initial.user,
    port: String(initial.port),
    way: 'password',
    ...noSecrets,
  });
  const [isSubmitted, setSubmitted] = useState(false);
  const port = portOf(typed.port);
  const problems: Record<string, string | null> = {
    user: typed.user.trim() === '' ? text('userNeeded') : null,
    port: port === null ? text('portRange') : null,
    privateKey: typed.way === 'key' && typed.privateKey.trim() === '' ? text('keyNeeded') : null,
  };
  const change = (patch: Partial<FormState>) => setTyped((before) => ({ ...before, ...patch }));
  return {
    ...{ typed, change, port },
    problemAt: (field) => (isSubmitted ? (problems[field] ?? null) : null),
    read: () => {
      setSubmitted(true);
      if (port === null || Object.values(problems).some((found) => found !== null)) return null;
      const { user, way, password, privateKey, passphrase } = typed;
      const key = { privateKey, ...(passphrase === '' ? {} : { passphrase }) };
      return { given: { user: user.trim(), ...(way === 'password' ? { password } : key) }, port };
    },
    forget: () => {
      setSubmitted(false);
      change(noSecrets);
    },
  };
}
