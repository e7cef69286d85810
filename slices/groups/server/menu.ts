import type { MenuEntry } from '../../../contract/menu.ts';

export const groupMenu: MenuEntry[] = [
  {
    id: 'groups',
    section: 'permissions',
    path: '/groups',
    icon: 'users',
    title: { en: 'Groups', he: 'קבוצות' },
    access: 'groups.view',
  },
];
