import type { ScreenRoute } from '../../../../web/routes.ts';

export const paymentScreens = [
  { path: '/paymentAuthorization/$orderId', load: () => import('./Payments.tsx') },
  { path: '/billingAccess/disputes', load: () => import('./Payments.tsx') },
] as const satisfies readonly ScreenRoute[];
