import type { ScreenRoute } from '../../../web/routes.ts';

export const deliveryScreens: readonly ScreenRoute[] = [
  { path: '/deliveries', load: () => import('./DeliveryList.tsx') },
  { path: '/deliveries/$deliveryId', load: () => import('./DeliveryDetail.tsx') },
];
