import type { MenuEntry } from '../../../contract/menu.ts';

export const profileMenu: MenuEntry[] = [
  {
    id: 'profile',
    section: 'fixed',
    path: '/profile',
    icon: 'user',
    title: { en: 'Profile', he: 'פרופיל' },
    access: 'signedIn',
  },
];
