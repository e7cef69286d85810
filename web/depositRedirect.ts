import { useEffect } from 'react';
import { type Path, useGo } from './navigation.ts';

/**
 * Specification section 9: how long after a deposit has arrived the console moves on to the
 * transactions. ms
 */
const depositRedirectMs = 30_000;

/** Opens the transactions after that time. Returns a function that cancels this. */
export function openTransactionsLater(open: (path: Path) => void): () => void {
  const timer = setTimeout(() => open('/billing/history'), depositRedirectMs);
  return () => clearTimeout(timer);
}

/**
 * Opens the transactions by themselves a while after `hasArrived` has become true, unless it
 * becomes false again.
 */
export function useDepositRedirect(hasArrived: boolean): void {
  const go = useGo();
  useEffect(
    () => (hasArrived ? openTransactionsLater((to) => void go({ to })) : undefined),
    [hasArrived, go],
  );
}
