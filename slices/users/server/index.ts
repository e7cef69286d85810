export { endUnproved, insertAccount } from './account.ts';
export { disableUser, enableUser } from './shut.ts';
export { announceUser, findUser } from './store.ts';
