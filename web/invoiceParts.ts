import { lazy } from 'react';

/** What is unpaid, part of the list's own file: the list shows it at once. */
export { OpenTotals } from '../slices/payments/web/OpenTotals.tsx';

/** Pays a document of the list. */
export const PayDocument = lazy(async () => ({ default: (await import('../slices/payments/web/Payments.tsx')).PayDocument }));
