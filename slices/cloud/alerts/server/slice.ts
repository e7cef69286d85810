import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { movesWithOwner } from '../../../people/users/server/index.ts';
import { serverChanged } from '../../servers/server/index.ts';
import { localize } from '../texts/localize.ts';
import { webhooks } from './deliver.ts';
import { dropForeignAlerts } from './dropForeignAlerts.ts';
import { alertJobs } from './jobs.ts';
import { endedNotification, firingNotification, testNotification } from './notifications.ts';
import { alertRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { trustedReceivers } from './webhook.ts';

export const alertsSlice = defineSlice({
  name: 'alerts',
  periodicJobs: alertJobs,
  menu: [
    {
      id: 'alerts',
      section: 'cloud',
      path: '/alerts',
      icon: 'alert',
      title: localize('slice.menu.alerts'),
      access: 'statistics.view',
    },
  ],
  routes: alertRoutes,
  outbound: [webhooks],
  settings: [trustedReceivers],
  notifications: [firingNotification, endedNotification, testNotification],
  hooks: [movesWithOwner('alert'), on(serverChanged, dropForeignAlerts)],
  rowRules,
});
