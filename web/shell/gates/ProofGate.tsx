import { lazy, Suspense, useEffect, useState } from 'react';
import { setProver } from '../../client.ts';

const ProofDialog = lazy(() => import('./ProofDialog.tsx'));

/** Prompts for authentication, over any open screen, when a call requires it. */
export function ProofGate() {
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
  return <Suspense>{request && <ProofDialog onEnd={end} />}</Suspense>;
}
