import type { ScreenRoute } from '../../../../web/routes.ts';

export const billingScreens = [
  { path: '/billing', load: () => import('./BillingScreens.tsx') },
  { path: '/billingAccess/deposits', load: () => import('./BillingScreens.tsx') },
] as const satisfies readonly ScreenRoute[];
