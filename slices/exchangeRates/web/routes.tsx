import type { ScreenRoute } from '../../../web/routes.ts';

export const exchangeRateScreens: readonly ScreenRoute[] = [
  { path: '/exchangeRates', load: () => import('./ExchangeRates.tsx') },
];
