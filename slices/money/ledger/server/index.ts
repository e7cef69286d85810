export { type About, bookingSubjects, reasonsOfBookings } from './about.ts';
export { type Asker, approvable, bookOrAsk } from './approvals/approvals.ts';
export { allotted } from './booking/allotment.ts';
export {
  balanceIn,
  balancesOf,
  balancesQuery,
  debts,
  debtsOf,
  withWithheld,
} from './booking/balances.ts';
export {
  bookCredit,
  bookDeposit,
  bookGivenBack,
  bookInvoice,
  bookRefund,
  bookWriteOff,
  requireBalance,
} from './booking/book.ts';
export { chargeRefunds, type Documenter, type GivenBack } from './booking/documented.ts';
export {
  type Booked,
  checkMoney,
  type Holder,
  lockBalance,
  lockBalanceIfFree,
  plainAmount,
  portalKey,
} from './booking/post.ts';
export { type DepositDemand, depositDemand } from './deposits/demand.ts';
export { isWithheld, releaseCharge, withholdCharge } from './deposits/withheld.ts';
export { ledgerProblems } from './invariants.ts';
export { type MoneyBack, moneySentBack } from './moneyBack.ts';
export {
  bookDispute,
  bookDisputeReturn,
  bookOutsideRefund,
  lockDepositForUpdate,
} from './outside.ts';
