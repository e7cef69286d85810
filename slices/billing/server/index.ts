export { leastDeposit } from './demand.ts';
export { countAskedDeposits, requireProfile } from './deposits.ts';
export { tellDeposit } from './mails.ts';
export { holdBilling, requireOwnBill } from './profile.ts';
export { isNumberConfirmed } from './taxNumbers.ts';
