import type { MenuEntry } from '../../../contract/menu.ts';

export const socialMenu: MenuEntry[] = [
  {
    id: 'socialProviders',
    section: 'siteSettings',
    path: '/socialProviders',
    icon: 'key',
    title: { en: 'Sign-in providers', he: 'ספקי כניסה' },
    access: 'sites.manage',
  },
];
