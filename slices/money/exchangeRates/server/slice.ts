import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { exchangeRateJobs } from './jobs.ts';
import { exchangeRateRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { ecbAddress, usesEcb } from './source.ts';

export const exchangeRatesSlice = defineSlice({
  name: 'exchangeRates',
  periodicJobs: exchangeRateJobs,
  menu: [
    {
      id: 'exchangeRates',
      section: 'billingAdmin',
      path: '/exchangeRates',
      icon: 'reload',
      title: localize('slice.menu.exchangeRates'),
      access: 'exchangeRates.view',
    },
  ],
  routes: exchangeRateRoutes,
  settings: [usesEcb, ecbAddress],
  logTitles: {
    'exchangeRates.fetch': localize('exchangeRatesSlice.logTitles.exchangeRatesFetch'),
  },
  rowRules,
});
