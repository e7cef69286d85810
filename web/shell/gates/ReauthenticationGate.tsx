import { lazy, Suspense, useEffect, useState } from 'react';
import { setProver } from '../../client.ts';

const ReauthenticationDialog = lazy(() => import('./ReauthenticationDialog.tsx'));

/** Prompts for authentication, over any open screen, when a call requires it. */
export function ReauthenticationGate() {
  const [request, setRequest] = useState<{ answer(isProved: boolean): void } | null>(null);
  useEffect(() => {
    let pending: ((isVerified: boolean) => void) | null = null;
    setProver(
      () =>
        new Promise((resolve) => {
          pending = resolve;
          setRequest({ answer: resolve });
        }),
    );
    return () => {
      setProver(null);
      pending?.(false);
    };
  }, []);
  const end = (isVerified: boolean) => {
    request?.answer(isVerified);
    setRequest(null);
  };
  return <Suspense>{request && <ReauthenticationDialog onEnd={end} />}</Suspense>;
}
