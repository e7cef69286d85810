import type { MenuEntry } from '../../../contract/menu.ts';

export const datacenterMenu: MenuEntry[] = [
  {
    ...{ id: 'datacenters', section: 'infrastructure', path: '/datacenters', icon: 'cloud' },
    ...{ title: { en: 'Datacenters', he: 'מרכזי נתונים' }, access: 'datacenters.manage' },
  },
];
