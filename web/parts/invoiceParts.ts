import { lazy } from 'react';

/** Unpaid documents, in the same file as the list because they are shown at once. */
export { OpenTotals } from '../../slices/money/payments/web/OpenTotals.tsx';

/** Pays a document of the list. */
export const PayDocument = lazy(async () => ({
  default: (await import('../../slices/money/payments/web/Payments.tsx')).PayDocument,
}));
