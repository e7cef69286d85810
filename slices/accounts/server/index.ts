import type { IconName } from '../../../contract/icons.ts';
import type { MenuEntry } from '../../../contract/menu.ts';
import type { AnyTaskType } from '../../../server/platform/tasks/task.ts';
import { batchTasks } from './batch/task.ts';

export { billingMoves, moveBehindDemand, moveBilling, settleByPayment } from './billingState.ts';
export { suspendByDebt, terminateByDebt } from './byDebt.ts';
export {
  type BatchPlace,
  type DemandGate,
  demandAgreed,
  demandDeclined,
  demandDeposit,
  type WantedDemand,
  watchDemands,
} from './demands.ts';
export { closureRefusal, guardAccountState } from './guard.ts';
export { followOrders, orderRefusal } from './orders.ts';
export { resumeByPayment } from './resumeByPayment.ts';
export { accountRoutes } from './routes.ts';
export { type AccountState, accountMachine } from './states/account.ts';
export { type BillingEvent, type BillingState, billingMachine } from './states/billing.ts';
export {
  type ChargeOrderEvent,
  type ChargeOrderState,
  chargeOrderMachine,
} from './states/chargeOrder.ts';
export { type ExternalState, externalMachine } from './states/external.ts';
export { type Firer, fire, next, titleOf } from './states/machine.ts';

export const accountTasks = Object.values(batchTasks) as unknown as readonly AnyTaskType[];

const batchEntry = (id: string, icon: IconName, en: string, he: string): MenuEntry => ({
  ...{
    id,
    section: 'batchActions',
    path: `/${id}`,
    icon,
    title: { en, he },
    access: 'accounts.batch',
  },
});

export const accountMenu: MenuEntry[] = [
  {
    id: 'changeEmail',
    section: 'servicesMigration',
    path: '/changeEmail',
    icon: 'mail',
    title: { en: 'Change email address', he: 'שינוי כתובת דוא"ל' },
    access: 'accounts.batch',
  },
  {
    id: 'migrateServices',
    section: 'servicesMigration',
    path: '/migrateServices',
    icon: 'resize',
    title: { en: 'Move services', he: 'העברת שירותים' },
    access: 'accounts.batch',
  },
  batchEntry('suspendAccounts', 'pause', 'Suspend accounts', 'השעיית חשבונות'),
  batchEntry('resumeAccounts', 'play', 'Resume accounts', 'ביטול השעיית חשבונות'),
  batchEntry('terminateAccounts', 'trash', 'Terminate accounts', 'הפסקת חשבונות'),
  batchEntry('forceDepositAccounts', 'receipt', 'Require deposits', 'דרישת פיקדונות'),
];
