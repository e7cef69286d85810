import { lazy } from 'react';

const accounting = () => import('../../slices/money/accounting/web/CompanyAccounting.tsx');
const allocations = () => import('../../slices/money/allocations/web/Allocations.tsx');

const payments = () => import('../../slices/money/payments/web/Payments.tsx');

const budgets = () => import('../../slices/money/budgets/web/OwnBudgets.tsx');
const discounts = () => import('../../slices/money/discounts/web/Discounts.tsx');

const dunning = () => import('../../slices/money/dunning/web/Dunning.tsx');

const prepaid = () => import('../../slices/money/prepaid/web/Prepaid.tsx');

/** Parts of other slices on billing screens, one line per entry. */
export const OwnPayments = lazy(async () => ({ default: (await payments()).OwnPayments }));
export const CompanyPayments = lazy(async () => ({ default: (await payments()).CompanyPayments }));
export const CompanyAccounting = lazy(async () => ({
  default: (await accounting()).CompanyAccounting,
}));
export const CustomerPayments = lazy(async () => ({
  default: (await payments()).CustomerPayments,
}));
export const OpenTotals = lazy(async () => ({
  default: (await import('../../slices/money/payments/web/OpenTotals.tsx')).OpenTotals,
}));
export const OpenDocument = lazy(async () => ({ default: (await payments()).OpenDocument }));
export const OwnDunning = lazy(async () => ({ default: (await dunning()).OwnDunning }));
export const CompanyDunning = lazy(async () => ({ default: (await dunning()).CompanyDunning }));
export const CustomerDunning = lazy(async () => ({ default: (await dunning()).CustomerDunning }));
export const OwnBudgets = lazy(async () => ({ default: (await budgets()).OwnBudgets }));
export const OwnDiscounts = lazy(async () => ({ default: (await discounts()).OwnDiscounts }));
export const CustomerDiscounts = lazy(async () => ({
  default: (await discounts()).CustomerDiscounts,
}));
export const CustomerPromos = lazy(async () => ({ default: (await discounts()).CustomerPromos }));
export const CompanyPromos = lazy(async () => ({ default: (await discounts()).CompanyPromos }));
export const CompanyTaxAuthority = lazy(async () => ({
  default: (await allocations()).CompanyTaxAuthority,
}));
export const AllocationPart = lazy(async () => ({ default: (await allocations()).AllocationPart }));
export const OwnPrepaid = lazy(async () => ({ default: (await prepaid()).OwnPrepaid }));
export const CustomerPrepaid = lazy(async () => ({ default: (await prepaid()).CustomerPrepaid }));
