import { useEffect } from 'react';
import { type Path, useGo } from './navigation.ts';

/**
 * Specification section 9: the time from the arrival of a deposit until the console opens the
 * transactions, in ms.
 */
const depositRedirectMs = 30_000;

/** Opens the transactions after `depositRedirectMs`. Returns a function that cancels this. */
export function openTransactionsLater(open: (path: Path) => void): () => void {
  const timer = setTimeout(() => open('/billing/history'), depositRedirectMs);
  return () => clearTimeout(timer);
}

/**
 * Opens the transactions automatically a while after `isReturning` becomes true, unless it becomes
 * false again.
 */
export function useDepositRedirect(isReturning: boolean): void {
  const go = useGo();
  useEffect(
    () => (isReturning ? openTransactionsLater((to) => void go({ to })) : undefined),
    [isReturning, go],
  );
}
