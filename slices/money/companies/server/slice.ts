import { billedSites } from '../../../../server/platform/events/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { companyRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { sitesOfCompanies } from './store.ts';

export const companiesSlice = defineSlice({
  name: 'companies',
  hooks: [on(billedSites, sitesOfCompanies)],
  menu: [
    {
      id: 'billingAccess',
      section: 'billingAdmin',
      path: '/billingAccess',
      icon: 'receipt',
      title: localize('slice.menu.customerBilling'),
      access: 'ledger.view',
    },
    {
      id: 'companies',
      section: 'billingAdmin',
      path: '/companies',
      icon: 'signature',
      title: localize('slice.menu.companies'),
      access: 'companies.view',
    },
  ],
  routes: companyRoutes,
  rowRules,
});
