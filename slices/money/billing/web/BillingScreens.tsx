import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import Billing from './Billing.tsx';
import DepositList from './DepositList.tsx';

/**
 * One chunk for the user's own billing and customers' deposits, because every page lists all
 * chunks.
 */
export default function BillingScreens(): ReactNode {
  const { pathname } = useLocation();
  return pathname.toLowerCase().startsWith('/billingaccess') ? <DepositList /> : <Billing />;
}
