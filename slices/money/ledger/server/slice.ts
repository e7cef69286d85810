import { billingWork } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { depositRequests } from '../../../people/accounts/server/index.ts';
import { localize } from '../texts/localize.ts';
import { countWaitingApprovals } from './approvals/approvalList.ts';
import { approvable } from './approvals/approvals.ts';
import { bookCredit, bookDeposit, bookRefund, bookWriteOff } from './booking/book.ts';
import { depositRequestApproval, depositRequestGate } from './deposits/forcedDeposits.ts';
import { approvalWaits } from './mails.ts';
import { ledgerRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const ledgerSlice = defineSlice({
  name: 'ledger',
  menu: [
    {
      id: 'approvals',
      section: 'billingAdmin',
      path: '/billingAccess/approvals',
      icon: 'check',
      title: localize('slice.menu.secondApprovals'),
      access: 'ledger.view',
    },
    {
      id: 'billingHistory',
      section: 'billing',
      path: '/billing/history',
      icon: 'history',
      title: localize('slice.menu.transactions'),
      access: 'billing.view',
    },
  ],
  routes: ledgerRoutes,
  notifications: [approvalWaits],
  hooks: [
    on(billingWork, {
      id: 'approvals',
      path: '/billingAccess/approvals',
      count: countWaitingApprovals,
    }),
    approvable('payment', { perform: bookDeposit }),
    approvable('credit', { perform: bookCredit }),
    approvable('refund', { perform: bookRefund }),
    approvable('writeOff', { perform: bookWriteOff }),
    depositRequestApproval,
    on(depositRequests, depositRequestGate),
  ],
  rowRules,
});
