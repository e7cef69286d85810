import type { MenuEntry } from '../../../contract/menu.ts';

export { defineAbout, reasonsOfBookings } from './about.ts';
export { allotted } from './allotment.ts';
export { countWaitingApprovals } from './approvalList.ts';
export { type Asker, type BookedOrAsked, bookOrAsk, defineApprovable } from './approvals.ts';
export {
  type Balance,
  balanceIn,
  balancesOf,
  balancesQuery,
  debts,
  debtsOf,
  withWithheld,
} from './balances.ts';
export {
  bookCredit,
  bookDeposit,
  bookGivenBack,
  bookInvoice,
  bookRefund,
  bookWriteOff,
  demandBalance,
} from './book.ts';
export { type DepositDemand, depositDemand } from './demand.ts';
export { defineDocumenter, type GivenBack } from './documented.ts';
export { guardDemands } from './forcedDeposits.ts';
export { ledgerProblems } from './invariants.ts';
export { type MoneyBack, onMoneyBack } from './moneyBack.ts';
export { bookDispute, bookDisputeReturn, bookOutsideRefund, holdDeposit } from './outside.ts';
export {
  type Booked,
  checkMoney,
  type Holder,
  holdBalance,
  holdBalanceAtOnce,
  plainAmount,
  portalKey,
} from './post.ts';
export { ledgerRoutes } from './routes.ts';
export { isWithheld, releaseCharge, withholdCharge } from './withheld.ts';

export const ledgerMenu: MenuEntry[] = [
  {
    id: 'billingHistory',
    section: 'billing',
    path: '/billing/history',
    icon: 'history',
    title: { en: 'Transactions', he: 'תנועות' },
    access: 'billing.view',
  },
];

export const approvalMenu: MenuEntry[] = [
  {
    id: 'approvals',
    section: 'billingAdmin',
    path: '/billingAccess/approvals',
    icon: 'check',
    title: { en: 'Second approvals', he: 'אישורים שניים' },
    access: 'ledger.view',
  },
];
