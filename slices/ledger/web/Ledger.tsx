import { useLocation, useParams } from '@tanstack/react-router';
import Approvals from './Approvals.tsx';
import CustomerBilling from './CustomerBilling.tsx';
import OwnTransactions from './OwnTransactions.tsx';

/**
 * One chunk for own transactions, a customer's billing and second approvals, because every page
 * lists all chunks.
 */
export default function Ledger() {
  const { companyId } = useParams({ strict: false }) as { companyId?: string };
  const { pathname } = useLocation();
  if (pathname.toLowerCase().startsWith('/billingaccess')) return <Approvals />;
  return companyId ? <CustomerBilling /> : <OwnTransactions />;
}
