import type { MenuEntry } from '../../../contract/menu.ts';

export const siteMenu: MenuEntry[] = [
  {
    id: 'sites',
    section: 'siteSettings',
    path: '/sites',
    icon: 'world',
    title: { en: 'Sites', he: 'אתרים' },
    access: 'sites.view',
  },
];
