import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { movesWithOwner } from '../../../people/users/server/index.ts';
import { serverChanged } from '../../servers/server/index.ts';
import { localize } from '../texts/localize.ts';
import { refreshFirewalls } from './apply.ts';
import { preserveForeignRules } from './preserveForeignRules.ts';
import { firewallRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { firewallTasks } from './tasks.ts';

export const firewallSlice = defineSlice({
  name: 'firewall',
  periodicJobs: [
    definePeriodicJob({
      name: 'firewall.refresh',
      everySeconds: 30,
      async run(ctx) {
        await refreshFirewalls(ctx);
      },
    }),
  ],
  menu: [
    {
      id: 'firewall',
      section: 'cloud',
      path: '/firewall',
      icon: 'shield',
      title: localize('slice.menu.firewall'),
      access: 'firewall.view',
    },
  ],
  routes: firewallRoutes,
  tasks: firewallTasks,
  hooks: [movesWithOwner('firewall_group'), on(serverChanged, preserveForeignRules)],
  logTitles: {
    'firewall.apply': localize('firewallSlice.logTitles.firewallApply'),
    'firewall.applyGroup': localize('firewallSlice.logTitles.firewallApplyGroup'),
  },
  rowRules,
});
