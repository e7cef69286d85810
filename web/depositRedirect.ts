import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Specification section 9: so long after a deposit has arrived the console moves on to the
 * transactions.
 */
const depositRedirectMs = 30_000;

/** Opens the transactions after that time. Returns a function that cancels this. */
export function openTransactionsLater(open: (path: string) => void): () => void {
  const timer = setTimeout(() => open('/billing/history'), depositRedirectMs);
  return () => clearTimeout(timer);
}

/**
 * Opens the transactions by themselves a while after `hasArrived` has become true, unless it
 * becomes false again.
 */
export function useDepositRedirect(hasArrived: boolean): void {
  const navigate = useNavigate();
  useEffect(
    () => (hasArrived ? openTransactionsLater((to) => void navigate({ to })) : undefined),
    [hasArrived, navigate],
  );
}
