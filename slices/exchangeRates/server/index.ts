import type { MenuEntry } from '../../../contract/menu.ts';

export { exchangeRateChores } from './chores.ts';
export { exchangeRateRoutes } from './routes.ts';
export { registerExchangeRates } from './source.ts';

export const exchangeRateMenu: MenuEntry[] = [
  {
    id: 'exchangeRates',
    section: 'billingAdmin',
    path: '/exchangeRates',
    icon: 'reload',
    title: { en: 'Exchange rates', he: 'שערי חליפין' },
    access: 'exchangeRates.view',
  },
];
