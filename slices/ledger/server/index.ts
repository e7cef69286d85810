import type { MenuEntry } from '../../../contract/menu.ts';

export { allotted } from './allotment.ts';
export { type Balance, balancesOf, debtsOf } from './balances.ts';
export { bookCharge, bookCredit, bookDeposit, bookInvoice, bookRefund, bookWriteOff } from './book.ts';
export { ledgerProblems } from './invariants.ts';
export { type MoneyBack, onMoneyBack } from './moneyBack.ts';
export { bookDispute, bookDisputeReturn, bookOutsideRefund, holdDeposit } from './outside.ts';
export { type Holder, holdBalance } from './post.ts';
export { ledgerRoutes } from './routes.ts';

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
