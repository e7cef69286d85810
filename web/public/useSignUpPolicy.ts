import { useEffect, useState } from 'react';
import { type Answer, call } from '../client.ts';

export type SignUpPolicy = Answer<'signUpPolicy'>;

/**
 * Whether self sign-up is open, and the password rules. Null until they are loaded, or if they
 * can't be loaded.
 */
export function useSignUpPolicy(): SignUpPolicy | null {
  const [policy, setPolicy] = useState<SignUpPolicy | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    // The form still works without it, because the portal validates the input.
    call('signUpPolicy', {}, { signal: aborter.signal }).then(setPolicy, () => undefined);
    return () => aborter.abort();
  }, []);
  return policy;
}
