import type { ScreenRoute } from '../../../../web/routes.ts';

export const vendorRequestScreens = [
  { path: '/vendorRequests', load: () => import('./VendorRequestList.tsx') },
  { path: '/vendorRequests/$requestId', load: () => import('./VendorRequestDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
