import { monthToDateCost } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { authorizeCompanyCurrency, authorizeCompanySites } from '../../companies/server/index.ts';
import { localize } from '../texts/localize.ts';
import { costOfMonth } from './bills/monthToDate.ts';
import { checkCurrencyOfSites, obstaclesOfPrices } from './lists/currency.ts';
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
      title: localize('slice.menu.pricing'),
      access: 'pricing.view',
    },
    {
      id: 'pricelist',
      section: 'siteSettings',
      path: '/pricelist',
      icon: 'receipt',
      title: localize('slice.menu.priceLists'),
      access: 'prices.manage',
    },
  ],
  routes: pricingRoutes,
  hooks: [
    on(monthToDateCost, costOfMonth),
    on(authorizeCompanySites, checkCurrencyOfSites),
    on(authorizeCompanyCurrency, obstaclesOfPrices),
  ],
  prepare: async ({ database }, rootSite) => seedPriceList({ db: database.db }, rootSite.id),
  rowRules,
});
