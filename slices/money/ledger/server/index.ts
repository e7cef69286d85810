export { type TransactionSubject, transactionPurposeSql, transactionSubjects } from './about.ts';
export { postOrRequestApproval, type Requester, registerApproval } from './approvals/approvals.ts';
export { allocatedCharges } from './booking/allotment.ts';
export {
  balanceIn,
  balancesOf,
  balancesQuery,
  debts,
  debtsOf,
  withAmountsOnHold,
} from './booking/balances.ts';
export {
  postCredit,
  postDeposit,
  postInvoice,
  postRefund,
  postWriteOff,
  refundInLedger,
  requireBalance,
} from './booking/book.ts';
export { chargeRefunds, type Documenter, type Refund } from './booking/documented.ts';
export {
  checkAmountAndCurrency,
  type Holder,
  lockBalance,
  lockBalanceIfFree,
  type PostedTransaction,
  plainAmount,
  portalKey,
} from './booking/post.ts';
export { type DepositRequest, readDepositRequest } from './deposits/demand.ts';
export { isWithheld, releaseCharge, withholdCharge } from './deposits/withheld.ts';
export { ledgerProblems } from './invariants.ts';
export { type IssuedRefund, refundIssued } from './moneyBack.ts';
export {
  lockDepositForUpdate,
  postDispute,
  postDisputeReturn,
  postOutsideRefund,
} from './outside.ts';
