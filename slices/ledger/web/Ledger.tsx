import { useParams } from '@tanstack/react-router';
import CustomerBilling from './CustomerBilling.tsx';
import OwnTransactions from './OwnTransactions.tsx';

/** One chunk for one's own transactions and a customer's billing: every chunk of its own is told to all pages. */
export default function Ledger() {
  const { companyId } = useParams({ strict: false }) as { companyId?: string };
  return companyId ? <CustomerBilling /> : <OwnTransactions />;
}
