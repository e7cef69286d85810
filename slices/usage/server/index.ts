import type { MenuEntry } from '../../../contract/menu.ts';

export { usageRoutes } from './routes.ts';

export const usageMenu: MenuEntry[] = [
  {
    id: 'report',
    section: 'billing',
    path: '/report',
    icon: 'activity',
    title: { en: 'Usage', he: 'שימוש' },
    access: 'billing.view',
  },
];
