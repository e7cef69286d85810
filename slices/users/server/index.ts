export { endUnproved, insertAccount, type NewAccount } from './account.ts';
export { deleteUser } from './remove.ts';
export { type DisableAnswer, disableUser, enableUser } from './shut.ts';
export { announceUser, findUser, type UserRow, viewerOf } from './store.ts';
