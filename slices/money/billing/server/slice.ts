import { billingWork } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { requireBillable } from '../../../people/accounts/server/index.ts';
import { authorizeOrder } from '../../pricing/server/index.ts';
import { localize } from '../texts/localize.ts';
import { countPendingDeposits, depositApproval, expireDeposits } from './deposits.ts';
import { depositReceived } from './mails.ts';
import { billingRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { checkTaxNumbers, usesVies, viesAddress } from './taxNumbers.ts';

export const billingSlice = defineSlice({
  name: 'billing',
  periodicJobs: [
    definePeriodicJob({ name: 'billing.expireDeposits', everySeconds: 600, run: expireDeposits }),
    definePeriodicJob({ name: 'billing.checkTaxNumbers', everySeconds: 60, run: checkTaxNumbers }),
  ],
  menu: [
    {
      id: 'billing',
      section: 'billing',
      path: '/billing',
      icon: 'receipt',
      title: localize('slice.menu.billing'),
      access: 'billing.view',
    },
    {
      id: 'deposits',
      section: 'billingAdmin',
      path: '/billingAccess/deposits',
      icon: 'download',
      title: localize('slice.menu.deposits'),
      access: 'ledger.view',
    },
  ],
  routes: billingRoutes,
  settings: [usesVies, viesAddress],
  notifications: [depositReceived],
  hooks: [
    on(authorizeOrder, { guard: requireBillable }),
    on(billingWork, {
      id: 'deposits',
      path: '/billingAccess/deposits',
      count: countPendingDeposits,
    }),
    depositApproval,
  ],
  rowRules,
});
