import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Specification section 9: so long after a deposit has arrived the console moves on to the transactions. */
const depositRedirectMs = 30_000;

/** Opens the transactions by themselves a while after `hasArrived` has become true, unless it becomes false again. */
export function useDepositRedirect(hasArrived: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!hasArrived) return;
    const timer = setTimeout(() => void navigate({ to: '/billing/history' as string }), depositRedirectMs);
    return () => clearTimeout(timer);
  }, [hasArrived, navigate]);
}
