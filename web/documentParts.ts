import { lazy } from 'react';

/** What invoices put on the screens of other slices; apart from what others put on theirs. */
export const CustomerDocuments = lazy(async () => ({ default: (await import('../slices/invoices/web/Invoices.tsx')).CustomerDocuments }));
