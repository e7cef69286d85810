export { billingMoves, moveBehindDemand, moveBilling, settleByPayment } from './billingState.ts';
export { suspendByDebt, terminateByDebt } from './byDebt.ts';
export {
  agreeToRequest,
  type DemandGate,
  declineRequest,
  depositRequests,
  requestDeposit,
  type WantedDemand,
} from './demands.ts';
export { restrictionError } from './guard.ts';
export { orderRefusal, refuseUnbillable } from './orders.ts';
export { resumeByPayment } from './resumeByPayment.ts';
export { type AccountState, accountMachine } from './states/account.ts';
export { type BillingEvent, type BillingState, billingMachine } from './states/billing.ts';
export {
  type ChargeOrderEvent,
  type ChargeOrderState,
  chargeOrderMachine,
} from './states/chargeOrder.ts';
export { type Firer, next, titleOf } from './states/machine.ts';
