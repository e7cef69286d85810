import { defineSlice } from '../../../server/platform/slice.ts';
import { defineChore } from '../../../server/platform/tasks/chores.ts';
import { depositApproval, expireDeposits } from './deposits.ts';
import { depositReceived } from './mails.ts';
import { billingRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { asksVies, askTaxNumbers, viesAddress } from './taxNumbers.ts';

export const billingSlice = defineSlice({
  name: 'billing',
  chores: [
    defineChore({ name: 'billing.expireDeposits', everySeconds: 600, run: expireDeposits }),
    defineChore({ name: 'billing.askTaxNumbers', everySeconds: 60, run: askTaxNumbers }),
  ],
  menu: [
    {
      id: 'billing',
      section: 'billing',
      path: '/billing',
      icon: 'receipt',
      title: { en: 'Billing', he: 'חיוב' },
      access: 'billing.view',
    },
    {
      id: 'deposits',
      section: 'billingAdmin',
      path: '/billingAccess/deposits',
      icon: 'download',
      title: { en: 'Deposits', he: 'פיקדונות' },
      access: 'ledger.view',
    },
  ],
  routes: billingRoutes,
  settings: [asksVies, viesAddress],
  notifications: [depositReceived],
  hooks: [depositApproval],
  rowRules,
});
