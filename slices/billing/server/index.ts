import type { MenuEntry } from '../../../contract/menu.ts';
import { defineChore } from '../../../server/platform/tasks/chores.ts';
import { expireDeposits } from './deposits.ts';
import { askTaxNumbers } from './taxNumbers.ts';

export { leastDeposit } from './demand.ts';
export { countAskedDeposits, demandProfile } from './deposits.ts';
export { tellDeposit } from './mails.ts';
export { demandOwnBill, holdBilling } from './profile.ts';
export { billingRoutes } from './routes.ts';
export { isNumberConfirmed, registerTaxNumbers } from './taxNumbers.ts';

export const billingChores = [
  defineChore({ name: 'billing.expireDeposits', everySeconds: 600, run: expireDeposits }),
  defineChore({ name: 'billing.askTaxNumbers', everySeconds: 60, run: askTaxNumbers }),
];

export const billingMenu: MenuEntry[] = [
  {
    id: 'billing',
    section: 'billing',
    path: '/billing',
    icon: 'receipt',
    title: { en: 'Billing', he: 'חיוב' },
    access: 'billing.view',
  },
];

export const depositMenu: MenuEntry[] = [
  {
    id: 'deposits',
    section: 'billingAdmin',
    path: '/billingAccess/deposits',
    icon: 'download',
    title: { en: 'Deposits', he: 'פיקדונות' },
    access: 'ledger.view',
  },
];
