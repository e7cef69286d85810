export { deleteUnverifiedUser, insertAccount } from './account.ts';
export { disableUser, enableUser } from './actions/disableUser.ts';
export { movesWithOwner } from './hooks.ts';
export { type OwnedServer, type OwnedServers, ownedServers } from './ownedServers.ts';
export { announceUser, findUser } from './store.ts';
