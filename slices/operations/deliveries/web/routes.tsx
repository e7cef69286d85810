import type { ScreenRoute } from '../../../../web/routes.ts';

export const deliveryScreens = [
  { path: '/deliveries', load: () => import('./DeliveryList.tsx') },
  { path: '/deliveries/$deliveryId', load: () => import('./DeliveryDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
