import { useLocation } from '@tanstack/react-router';
import Billing from './Billing.tsx';
import DepositList from './DepositList.tsx';

/** One chunk for one's own billing and the deposits of customers: every chunk of its own is told to all pages. */
export default function BillingScreens() {
  const { pathname } = useLocation();
  return pathname.toLowerCase().startsWith('/billingaccess') ? <DepositList /> : <Billing />;
}
