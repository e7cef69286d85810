import { useLocation, useParams } from '@tanstack/react-router';
import CompanyDetail from './CompanyDetail.tsx';
import CompanyList from './CompanyList.tsx';
import CustomerList from './CustomerList.tsx';

/** One chunk for companies, one company and their customers: every chunk of its own is told to all pages. */
export default function Companies() {
  const { companyId } = useParams({ strict: false }) as { companyId?: string };
  const { pathname } = useLocation();
  if (pathname.toLowerCase().startsWith('/billingaccess')) return <CustomerList />;
  return companyId ? <CompanyDetail /> : <CompanyList />;
}
