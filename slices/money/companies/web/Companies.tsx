import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useScreenParams } from '../../../../web/navigation.ts';
import CompanyDetail from './CompanyDetail.tsx';
import CompanyList from './CompanyList.tsx';
import CustomerList from './CustomerList.tsx';

/** One chunk for all company screens, because every page lists all chunks. */
export default function Companies(): ReactNode {
  const { companyId } = useScreenParams(
    '/billingAccess',
    '/companies',
    '/companies/$companyId/{-$tab}',
  );
  const { pathname } = useLocation();
  if (pathname.toLowerCase().startsWith('/billingaccess')) return <CustomerList />;
  return companyId ? <CompanyDetail /> : <CompanyList />;
}
