import type { MenuEntry } from '../../../contract/menu.ts';

export { endUnproved, insertAccount, type NewAccount } from './account.ts';
export { userObject } from './object.ts';
export { deleteUser } from './remove.ts';
export { userRoutes } from './routes.ts';
export { type DisableAnswer, disableUser, enableUser } from './shut.ts';
export { announceUser, findUser, type UserRow, viewerOf } from './store.ts';

export const userMenu: MenuEntry[] = [
  {
    id: 'users',
    section: 'permissions',
    path: '/users',
    icon: 'users',
    title: { en: 'Users', he: 'משתמשים' },
    access: 'users.view',
  },
];
