import type { MenuEntry } from '../../../contract/menu.ts';

export { alertChores } from './chores.ts';
export { followWatchedServers } from './follow.ts';
export { alertRoutes } from './routes.ts';

export const alertMenu: MenuEntry[] = [
  {
    id: 'alerts',
    section: 'cloud',
    path: '/alerts',
    icon: 'alert',
    title: { en: 'Alerts', he: 'התראות' },
    access: 'statistics.view',
  },
];
