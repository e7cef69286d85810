export { endUnproved, insertAccount } from './account.ts';
export { movesWithOwner } from './hooks.ts';
export { disableUser, enableUser } from './shut.ts';
export { announceUser, findUser } from './store.ts';
