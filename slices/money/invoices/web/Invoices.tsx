import type { ReactNode } from 'react';
import { useScreenParams } from '../../../../web/navigation.ts';
import CustomerInvoice from './customer/CustomerInvoice.tsx';
import OwnInvoice from './customer/OwnInvoice.tsx';
import Month from './Month.tsx';
import Months from './Months.tsx';

export { ChargeDialog } from './ChargeDialog.tsx';
export { CustomerDocuments } from './customer/CustomerDocuments.tsx';

/**
 * All invoice screens share one chunk, because every page lists all chunks. Only the list that
 * customers open has its own chunk.
 */
export default function Invoices(): ReactNode {
  const { companyId, customerId, invoiceId } = useScreenParams(
    '/invoicing',
    '/invoicing/$companyId/$period/{-$tab}',
    '/invoicing/$companyId/$period/$tab/$customerId/{-$part}',
    '/billing/history/invoices/$invoiceId',
  );
  if (invoiceId) return <OwnInvoice invoiceId={invoiceId} />;
  if (!companyId) return <Months />;
  return customerId ? <CustomerInvoice /> : <Month />;
}
