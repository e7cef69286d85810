import type { ScreenRoute } from '../../../../web/routes.ts';

export const exchangeRateScreens = [
  { path: '/exchangeRates', load: () => import('./ExchangeRates.tsx') },
] as const satisfies readonly ScreenRoute[];
