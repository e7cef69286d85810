import { defineSlice } from '../../../../server/platform/slice.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { localize } from '../texts/localize.ts';
import { acceptedNotification, offeredNotification } from './notifications.ts';
import { transferRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { endOverdue } from './transfers.ts';

export const transfersSlice = defineSlice({
  name: 'transfers',
  periodicJobs: [
    definePeriodicJob({ name: 'transfers.expire', everySeconds: 60, run: endOverdue }),
  ],
  menu: [
    {
      id: 'transfers',
      section: 'cloud',
      path: '/transfers',
      icon: 'gift',
      title: localize('slice.menu.transfers'),
      access: 'servers.view',
    },
  ],
  routes: transferRoutes,
  notifications: [offeredNotification, acceptedNotification],
  rowRules,
});
