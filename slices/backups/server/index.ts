import type { MenuEntry } from '../../../contract/menu.ts';

export { backupChores } from './chores.ts';
export { followBackedUpServers } from './follow.ts';
export { backupRoutes } from './routes.ts';
export { backupTasks } from './tasks/index.ts';

export const backupMenu: MenuEntry[] = [
  {
    id: 'backups',
    section: 'cloud',
    path: '/backups',
    icon: 'archive',
    title: { en: 'Backups', he: 'גיבויים' },
    access: 'backups.view',
  },
];
