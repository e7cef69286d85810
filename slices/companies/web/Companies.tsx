import { useLocation, useParams } from '@tanstack/react-router';
import CompanyDetail from './CompanyDetail.tsx';
import CompanyList from './CompanyList.tsx';
import CustomerList from './CustomerList.tsx';

/** One chunk for all company screens, because every page lists all chunks. */
export default function Companies() {
  const { companyId } = useParams({ strict: false }) as { companyId?: string };
  const { pathname } = useLocation();
  if (pathname.toLowerCase().startsWith('/billingaccess')) return <CustomerList />;
  return companyId ? <CompanyDetail /> : <CompanyList />;
}
