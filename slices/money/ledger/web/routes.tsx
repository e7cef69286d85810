import type { ScreenRoute } from '../../../../web/routes.ts';

export const ledgerScreens = [
  { path: '/billing/history', load: () => import('./Ledger.tsx') },
  { path: '/billingManage/$companyId/$externalId/{-$tab}', load: () => import('./Ledger.tsx') },
  { path: '/billingAccess/approvals', load: () => import('./Ledger.tsx') },
] as const satisfies readonly ScreenRoute[];
