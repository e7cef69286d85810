import { defineSlice } from '../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { companyRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const companiesSlice = defineSlice({
  name: 'companies',
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
