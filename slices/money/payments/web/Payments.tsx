import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import Disputes from './Disputes.tsx';
import PaymentReturn from './PaymentReturn.tsx';

export { CompanyPayments } from './CompanyPayments.tsx';
export { CustomerPayments } from './CustomerPayments.tsx';
export { OwnPayments } from './OwnPayments.tsx';
export { OpenDocument, PayDocument } from './PayDocument.tsx';

/** One chunk for all payment screens, because every page lists all chunks. */
export default function Payments(): ReactNode {
  const { pathname } = useLocation();
  return pathname.toLowerCase().startsWith('/billingaccess') ? <Disputes /> : <PaymentReturn />;
}
