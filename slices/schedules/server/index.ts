import type { MenuEntry } from '../../../contract/menu.ts';

export { scheduleChores } from './chores.ts';
export { followScheduledServers } from './follow.ts';
export { scheduleNews } from './news.ts';
export { scheduleRoutes } from './routes.ts';
export { nextTime, parseTimes } from './rules/times.ts';
export { wallTimeAt } from './rules/zone.ts';

export const scheduleMenu: MenuEntry[] = [
  {
    id: 'schedules',
    section: 'cloud',
    path: '/schedules',
    icon: 'clock',
    title: { en: 'Schedules', he: 'תזמונים' },
    access: 'servers.view',
  },
];
