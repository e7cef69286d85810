import { lazy } from 'react';

/** Unpaid documents, in the same file as the list because they are shown at once. */
export { OpenTotals } from '../slices/payments/web/OpenTotals.tsx';

/** Pays a document of the list. */
export const PayDocument = lazy(async () => ({
  default: (await import('../slices/payments/web/Payments.tsx')).PayDocument,
}));
