import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useScreenParams } from '../../../../web/navigation.ts';
import Approvals from './Approvals.tsx';
import CustomerBilling from './CustomerBilling.tsx';
import OwnTransactions from './OwnTransactions.tsx';

/**
 * One chunk for the user's own transactions, a customer's billing, and second approvals, because
 * every page lists all chunks.
 */
export default function Ledger(): ReactNode {
  const { companyId } = useScreenParams(
    '/billing/history',
    '/billingManage/$companyId/$externalId/{-$tab}',
    '/billingAccess/approvals',
  );
  const { pathname } = useLocation();
  if (pathname.toLowerCase().startsWith('/billingaccess')) return <Approvals />;
  return companyId ? <CustomerBilling /> : <OwnTransactions />;
}
