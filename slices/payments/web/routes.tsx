import type { ScreenRoute } from '../../../web/routes.ts';

export const paymentScreens: readonly ScreenRoute[] = [
  { path: '/paymentAuthorization/$orderId', load: () => import('./Payments.tsx') },
  { path: '/billingAccess/disputes', load: () => import('./Payments.tsx') },
];
