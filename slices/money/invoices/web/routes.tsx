import type { ScreenRoute } from '../../../../web/routes.ts';

export const invoiceScreens = [
  { path: '/invoicing', load: () => import('./Invoices.tsx') },
  { path: '/invoicing/$companyId/$period/{-$tab}', load: () => import('./Invoices.tsx') },
  {
    path: '/invoicing/$companyId/$period/$tab/$customerId/{-$part}',
    load: () => import('./Invoices.tsx'),
  },
  { path: '/billing/history/invoices', load: () => import('./customer/OwnInvoices.tsx') },
  { path: '/billing/history/invoices/$invoiceId', load: () => import('./Invoices.tsx') },
] as const satisfies readonly ScreenRoute[];
