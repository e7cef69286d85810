import { dashboardNotices } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { movesWithOwner } from '../../../people/users/server/index.ts';
import { serverChanged } from '../../servers/server/index.ts';
import { localize } from '../texts/localize.ts';
import { dropForeignSchedules } from './dropForeignSchedules.ts';
import { scheduleJobs } from './jobs.ts';
import { scheduleNotices } from './notices.ts';
import { missedNotification } from './notifications.ts';
import { scheduleRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const schedulesSlice = defineSlice({
  name: 'schedules',
  periodicJobs: scheduleJobs,
  menu: [
    {
      id: 'schedules',
      section: 'cloud',
      path: '/schedules',
      icon: 'clock',
      title: localize('slice.menu.schedules'),
      access: 'servers.view',
    },
  ],
  routes: scheduleRoutes,
  notifications: [missedNotification],
  hooks: [
    on(dashboardNotices, scheduleNotices),
    movesWithOwner('schedule'),
    on(serverChanged, dropForeignSchedules),
  ],
  rowRules,
});
