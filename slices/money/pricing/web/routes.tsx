import type { ScreenRoute } from '../../../../web/routes.ts';

export const pricingScreens = [
  { path: '/pricing', load: () => import('./Pricing.tsx') },
  { path: '/pricelist', load: () => import('./lists/PriceLists.tsx') },
  { path: '/pricelist/sites', load: () => import('./lists/PriceListSites.tsx') },
  { path: '/pricelist/new', load: () => import('./lists/NewVersion.tsx') },
  { path: '/pricelist/$priceListId/{-$tab}', load: () => import('./lists/PriceListDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
