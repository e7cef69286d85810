import type { ScreenRoute } from '../../../../web/routes.ts';

export const companyScreens = [
  { path: '/billingAccess', load: () => import('./Companies.tsx') },
  { path: '/companies', load: () => import('./Companies.tsx') },
  { path: '/companies/$companyId/{-$tab}', load: () => import('./Companies.tsx') },
] as const satisfies readonly ScreenRoute[];
