import { useParams } from '@tanstack/react-router';
import CustomerInvoice from './CustomerInvoice.tsx';
import Month from './Month.tsx';
import Months from './Months.tsx';
import OwnInvoice from './OwnInvoice.tsx';

export { ChargeDialog } from './ChargeDialog.tsx';
export { CustomerDocuments } from './CustomerDocuments.tsx';

/**
 * One chunk for the screens of invoices; only the list that customers open is a chunk of its own.
 * Every chunk is named on all pages.
 */
export default function Invoices() {
  const { companyId, customerId, invoiceId } = useParams({ strict: false }) as Record<
    string,
    string | undefined
  >;
  if (invoiceId) return <OwnInvoice invoiceId={invoiceId} />;
  if (!companyId) return <Months />;
  return customerId ? <CustomerInvoice /> : <Month />;
}
