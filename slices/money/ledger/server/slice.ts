import { billingWork } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { depositRequests } from '../../../people/accounts/server/index.ts';
import { localize } from '../texts/localize.ts';
import { countWaitingApprovals } from './approvals/approvalList.ts';
import { registerApproval } from './approvals/approvals.ts';
import { depositRequestApproval, depositRequestGate } from './deposits/forcedDeposits.ts';
import { approvalPendingNotification } from './mails.ts';
import { postCredit, postDeposit, postRefund, postWriteOff } from './posting/transactions.ts';
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
  notifications: [approvalPendingNotification],
  hooks: [
    on(billingWork, {
      id: 'approvals',
      path: '/billingAccess/approvals',
      count: countWaitingApprovals,
    }),
    registerApproval('payment', { perform: postDeposit }),
    registerApproval('credit', { perform: postCredit }),
    registerApproval('refund', { perform: postRefund }),
    registerApproval('writeOff', { perform: postWriteOff }),
    depositRequestApproval,
    on(depositRequests, depositRequestGate),
  ],
  rowRules,
});
