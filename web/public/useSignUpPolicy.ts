import { useEffect, useState } from 'react';
import { type Answer, call } from '../client.ts';

export type SignUpPolicy = Answer<'signUpPolicy'>;

/** Whether one may sign up by oneself, and what a password must be; null until it is known, or when it cannot be. */
export function useSignUpPolicy(): SignUpPolicy | null {
  const [policy, setPolicy] = useState<SignUpPolicy | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    // Without it the form still works: the portal checks what is sent.
    call('signUpPolicy', {}, { signal: gone.signal }).then(setPolicy, () => undefined);
    return () => gone.abort();
  }, []);
  return policy;
}
