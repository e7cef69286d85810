import { lazy } from 'react';

const invoices = () => import('../../slices/money/invoices/web/Invoices.tsx');

/**
 * Parts of invoices on the screens of other slices, in a separate chunk from other slices' parts.
 */
export const ChargeDialog = lazy(async () => ({ default: (await invoices()).ChargeDialog }));
export const CustomerDocuments = lazy(async () => ({
  default: (await invoices()).CustomerDocuments,
}));
