export { minimumDeposit } from './depositRequest.ts';
export { requireProfile } from './deposits.ts';
export { notifyDeposit } from './mails.ts';
export { lockBillingForUpdate, requireCharged } from './profile.ts';
export { isNumberConfirmed } from './taxNumbers.ts';
