export { postOrRequestApproval, type Requester, registerApproval } from './approvals/approvals.ts';
export { isWithheld, releaseCharge, withholdCharge } from './deposits/chargesOnHold.ts';
export { type DepositRequest, readDepositRequest } from './deposits/depositRequest.ts';
export { ledgerProblems } from './invariants.ts';
export { allocatedCharges } from './posting/allocation.ts';
export {
  balanceIn,
  balancesOf,
  balancesQuery,
  debts,
  debtsOf,
  withAmountsOnHold,
} from './posting/balances.ts';
export { chargeRefunds, type Documenter, type Refund } from './posting/chargeRefunds.ts';
export {
  checkAmountAndCurrency,
  type Holder,
  lockBalance,
  lockBalanceIfFree,
  type PostedTransaction,
  plainAmount,
  portalKey,
} from './posting/post.ts';
export {
  postCredit,
  postDeposit,
  postInvoice,
  postRefund,
  postWriteOff,
  refundInLedger,
  requireBalance,
} from './posting/transactions.ts';
export {
  lockDepositForUpdate,
  postDispute,
  postDisputeReturn,
  postOutsideRefund,
} from './providerPostings.ts';
export { type IssuedRefund, refundIssued } from './refundNotification.ts';
export {
  type TransactionSubject,
  transactionPurposeSql,
  transactionSubjects,
} from './transactionSubject.ts';
