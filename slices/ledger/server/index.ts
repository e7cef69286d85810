export { type About, bookingSubjects, reasonsOfBookings } from './about.ts';
export { allotted } from './allotment.ts';
export { countWaitingApprovals } from './approvalList.ts';
export { type Asker, approvable, bookOrAsk } from './approvals.ts';
export {
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
  requireBalance,
} from './book.ts';
export { type DepositDemand, depositDemand } from './demand.ts';
export { chargeRefunds, type Documenter, type GivenBack } from './documented.ts';
export { ledgerProblems } from './invariants.ts';
export { type MoneyBack, moneySentBack } from './moneyBack.ts';
export {
  bookDispute,
  bookDisputeReturn,
  bookOutsideRefund,
  lockDepositForUpdate,
} from './outside.ts';
export {
  type Booked,
  checkMoney,
  type Holder,
  lockBalance,
  lockBalanceIfFree,
  plainAmount,
  portalKey,
} from './post.ts';
export { isWithheld, releaseCharge, withholdCharge } from './withheld.ts';
