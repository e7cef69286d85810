import { on } from '../../../server/platform/hooks.ts';
import { defineSlice } from '../../../server/platform/slice.ts';
import { authorizeCompanyCurrency, authorizeCompanySites } from '../../companies/server/index.ts';
import { askCurrencyOfSites, obstaclesOfPrices } from './lists/currency.ts';
import { seedPriceList } from './priceList.ts';
import { pricingRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const pricingSlice = defineSlice({
  name: 'pricing',
  menu: [
    {
      id: 'pricing',
      section: 'cloud',
      path: '/pricing',
      icon: 'calculator',
      title: { en: 'Pricing', he: 'מחירון' },
      access: 'pricing.view',
    },
    {
      id: 'pricelist',
      section: 'siteSettings',
      path: '/pricelist',
      icon: 'receipt',
      title: { en: 'Price lists', he: 'מחירונים' },
      access: 'prices.manage',
    },
  ],
  routes: pricingRoutes,
  hooks: [
    on(authorizeCompanySites, askCurrencyOfSites),
    on(authorizeCompanyCurrency, obstaclesOfPrices),
  ],
  prepare: async ({ database }, rootSite) => seedPriceList({ db: database.db }, rootSite.id),
  rowRules,
});
