import type { ScreenRoute } from '../../../web/routes.ts';

export const billingScreens: readonly ScreenRoute[] = [
  { path: '/billing', load: () => import('./BillingScreens.tsx') },
  { path: '/billingAccess/deposits', load: () => import('./BillingScreens.tsx') },
];
