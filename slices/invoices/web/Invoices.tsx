import { useLocation, useParams } from '@tanstack/react-router';
import CustomerInvoice from './CustomerInvoice.tsx';
import Month from './Month.tsx';
import Months from './Months.tsx';
import OwnInvoice from './OwnInvoice.tsx';
import OwnInvoices from './OwnInvoices.tsx';

export { ChargeDialog } from './ChargeDialog.tsx';
export { CustomerDocuments } from './CustomerDocuments.tsx';

/** One chunk for all invoice screens, because every page lists all chunks. */
export default function Invoices() {
  const { pathname } = useLocation();
  const { companyId, customerId, invoiceId } = useParams({ strict: false }) as Record<string, string | undefined>;
  if (pathname.toLowerCase().startsWith('/billing')) return invoiceId ? <OwnInvoice invoiceId={invoiceId} /> : <OwnInvoices />;
  if (!companyId) return <Months />;
  return customerId ? <CustomerInvoice /> : <Month />;
}
