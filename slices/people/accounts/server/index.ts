export {
  billingTransitions,
  moveAfterDepositRequest,
  moveBilling,
  settleByPayment,
} from './billingState.ts';
export { suspendByDebt, terminateByDebt } from './byDebt.ts';
export {
  acceptDepositRequest,
  type DepositRequestGate,
  type DepositRequestInput,
  declineRequest,
  depositRequests,
  requestDeposit,
} from './demands.ts';
export { restrictionError } from './guard.ts';
export { orderDenialReason, requireBillable } from './orders.ts';
export { resumeByPayment } from './resumeByPayment.ts';
export { type AccountState, accountMachine } from './states/account.ts';
export { type BillingEvent, type BillingState, billingMachine } from './states/billing.ts';
export {
  type ChargeOrderEvent,
  type ChargeOrderState,
  chargeOrderMachine,
} from './states/chargeOrder.ts';
export { next, type TransitionActor, titleOf } from './states/machine.ts';
