export { leastDeposit } from './demand.ts';
export { countAskedDeposits, demandProfile } from './deposits.ts';
export { tellDeposit } from './mails.ts';
export { demandOwnBill, holdBilling } from './profile.ts';
export { isNumberConfirmed } from './taxNumbers.ts';
