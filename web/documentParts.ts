import { lazy } from 'react';

const invoices = () => import('../slices/invoices/web/Invoices.tsx');

/** What invoices put on the screens of other slices; apart from what others put on theirs. */
export const ChargeDialog = lazy(async () => ({ default: (await invoices()).ChargeDialog }));
export const CustomerDocuments = lazy(async () => ({ default: (await invoices()).CustomerDocuments }));
