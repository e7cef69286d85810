import { lazy } from 'react';

const payments = () => import('../slices/payments/web/Payments.tsx');

/** What other slices put on the screens of billing; one line an entry. */
export const OwnPayments = lazy(async () => ({ default: (await payments()).OwnPayments }));
export const CompanyPayments = lazy(async () => ({ default: (await payments()).CompanyPayments }));
export const CustomerPayments = lazy(async () => ({ default: (await payments()).CustomerPayments }));
