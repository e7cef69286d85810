import type { MenuEntry } from '../../../contract/menu.ts';

export const infrastructureMenu: MenuEntry[] = [
  {
    id: 'hosts',
    section: 'infrastructure',
    path: '/hosts',
    icon: 'server-2',
    title: { en: 'Hosts', he: 'מארחים' },
    access: 'hosts.view',
  },
];
