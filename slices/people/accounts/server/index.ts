export {
  billingTransitions,
  moveAfterDepositRequest,
  moveBilling,
  settleByPayment,
} from './billingState.ts';
export {
  acceptDepositRequest,
  type DepositRequestGate,
  type DepositRequestInput,
  declineRequest,
  depositRequests,
  requestDeposit,
} from './depositRequests.ts';
export { suspendByDebt, terminateByDebt } from './nonpayment.ts';
export { restrictionError } from './requireAccountState.ts';
export { orderDenialReason, requireBillable } from './requireBillable.ts';
export { resumeByPayment } from './resumeByPayment.ts';
export { type AccountState, accountMachine } from './states/account.ts';
export { type BillingEvent, type BillingState, billingMachine } from './states/billing.ts';
export {
  type ChargeOrderEvent,
  type ChargeOrderState,
  chargeOrderMachine,
} from './states/chargeOrder.ts';
export { next, type TransitionActor, titleOf } from './states/machine.ts';
