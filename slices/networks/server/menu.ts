import type { MenuEntry } from '../../../contract/menu.ts';

export const networkMenu: MenuEntry[] = [
  {
    id: 'networks',
    section: 'cloud',
    path: '/networks',
    icon: 'network',
    title: { en: 'Networks', he: 'רשתות' },
    access: 'networks.view',
  },
];
