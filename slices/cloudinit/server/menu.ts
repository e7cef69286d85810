import type { MenuEntry } from '../../../contract/menu.ts';

export const cloudInitMenu: MenuEntry[] = [
  {
    ...{
      id: 'cloudinit',
      section: 'cloud',
      path: '/cloudinit',
      icon: 'list-check',
      access: 'cloudinit.view',
    },
    title: { en: 'Cloud-init policies', he: 'מדיניות cloud-init' },
  },
];
