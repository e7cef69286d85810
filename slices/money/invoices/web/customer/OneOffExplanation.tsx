import { useCall } from '../../../../../web/data/useCall.ts';
import { LineExplanation } from './LineExplanation.tsx';

interface OneOffExplanationProps {
  customer: { companyId: string; externalId: string };
  invoiceId: string;
  onClose(): void;
}

/** Explains the only line of an invoice without a month. */
export function OneOffExplanation({ customer, invoiceId, onClose }: OneOffExplanationProps) {
  const invoice = useCall('getCustomerInvoice', { params: { ...customer, invoiceId } });
  const line = invoice.data?.lines[0];
  if (!line) return null;
  const params = { companyId: customer.companyId, customerId: customer.externalId, period: null };
  return (
    <LineExplanation address={{ customer: params, invoiceId, lineId: line.id }} onClose={onClose} />
  );
}
