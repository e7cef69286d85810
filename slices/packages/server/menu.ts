import type { MenuEntry } from '../../../contract/menu.ts';

export const packageMenu: MenuEntry[] = [
  {
    ...{
      id: 'serverCreateApp',
      section: 'cloud',
      path: '/serverCreateApp',
      icon: 'box',
      access: 'servers.create',
    },
    title: { en: 'Create application', he: 'יצירת יישום' },
  },
  {
    ...{
      id: 'serverCreateDesktop',
      section: 'cloud',
      path: '/serverCreateDesktop',
      icon: 'device-desktop',
      access: 'servers.create',
    },
    title: { en: 'Create desktop', he: 'יצירת שולחן עבודה' },
  },
  {
    ...{
      id: 'serverCreateService',
      section: 'cloud',
      path: '/serverCreateService',
      icon: 'settings',
      access: 'servers.create',
    },
    title: { en: 'Create service', he: 'יצירת שירות' },
  },
  {
    ...{
      id: 'uploadService',
      section: 'infrastructure',
      path: '/uploadService',
      icon: 'upload',
      access: 'packages.manage',
    },
    title: { en: 'App packages', he: 'חבילות יישומים' },
  },
];
