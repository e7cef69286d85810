import { useLocation, useParams } from '@tanstack/react-router';
import Approvals from './Approvals.tsx';
import CustomerBilling from './CustomerBilling.tsx';
import OwnTransactions from './OwnTransactions.tsx';

/** One chunk for one's own transactions, a customer's billing and what waits for a second person: every chunk of its own is told to all pages. */
export default function Ledger() {
  const { companyId } = useParams({ strict: false }) as { companyId?: string };
  const { pathname } = useLocation();
  if (pathname.toLowerCase().startsWith('/billingaccess')) return <Approvals />;
  return companyId ? <CustomerBilling /> : <OwnTransactions />;
}
