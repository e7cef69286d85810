import type { MenuEntry } from '../../../contract/menu.ts';

/** The library keeps the id and route of the specification; people call what is in it images. */
export const imageMenu: MenuEntry[] = [
  {
    id: 'hdlibrary',
    section: 'cloud',
    path: '/hdlibrary',
    icon: 'disk',
    title: { en: 'Images', he: 'תמונות' },
    access: 'images.view',
  },
];
