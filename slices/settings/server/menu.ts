import type { MenuEntry } from '../../../contract/menu.ts';

export const settingsMenu: MenuEntry[] = [
  {
    id: 'settings',
    section: 'settings',
    path: '/settings',
    icon: 'settings',
    title: { en: 'Settings', he: 'הגדרות' },
    access: 'settings.manage',
  },
];
