import type { ReactNode } from 'react';
import { useScreenParams } from '../../../../web/navigation.ts';
import CustomerInvoice from './customer/CustomerInvoice.tsx';
import OwnInvoice from './customer/OwnInvoice.tsx';
import Month from './Month.tsx';
import Months from './Months.tsx';

export { ChargeDialog } from './ChargeDialog.tsx';
export { CustomerDocuments } from './customer/CustomerDocuments.tsx';

/**
 * One chunk for the screens of invoices; only the list that customers open is a chunk of its own.
 * Every chunk is named on all pages.
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
