import { lazy, Suspense, useEffect, useState } from 'react';
import { setProver } from '../../client.ts';

const ProofDialog = lazy(() => import('./ProofDialog.tsx'));

/** Prompts for authentication, over any open screen, when a call requires it. */
export function ProofGate() {
  const [asked, setAsked] = useState<{ answer(isProved: boolean): void } | null>(null);
  useEffect(() => {
    let pending: ((isProved: boolean) => void) | null = null;
    setProver(
      () =>
        new Promise((resolve) => {
          pending = resolve;
          setAsked({ answer: resolve });
        }),
    );
    return () => {
      setProver(null);
      pending?.(false);
    };
  }, []);
  const end = (isProved: boolean) => {
    asked?.answer(isProved);
    setAsked(null);
  };
  return <Suspense>{asked && <ProofDialog onEnd={end} />}</Suspense>;
}
