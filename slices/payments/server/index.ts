import type { MenuEntry } from '../../../contract/menu.ts';
import { onMoneyBack } from '../../ledger/server/index.ts';
import { sendBack } from './refunds.ts';

export { paymentChores } from './chores.ts';
export { collectDebt, collectionUnder, retryProblem } from './collect.ts';
export { countOpenDisputes } from './disputeList.ts';
export { type PaymentDriverMaker, registerPayments } from './drivers.ts';
export { disputeStates, openDisputes } from './openDisputes.ts';
export { paymentRoutes } from './routes.ts';

/** Refunds as money go to the original payment method. */
export const followRefunds = (): (() => void) => onMoneyBack(sendBack);

export const disputeMenu: MenuEntry[] = [
  {
    id: 'disputes',
    section: 'billingAdmin',
    path: '/billingAccess/disputes',
    icon: 'shield',
    title: { en: 'Disputes', he: 'מחלוקות' },
    access: 'ledger.view',
  },
];
