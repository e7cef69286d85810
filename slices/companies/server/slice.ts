import { defineSlice } from '../../../server/platform/slice.ts';
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
      title: { en: 'Customer billing', he: 'חיוב לקוחות' },
      access: 'ledger.view',
    },
    {
      id: 'companies',
      section: 'billingAdmin',
      path: '/companies',
      icon: 'signature',
      title: { en: 'Companies', he: 'חברות' },
      access: 'companies.view',
    },
  ],
  routes: companyRoutes,
  rowRules,
});
