import { dashboardNotices, serverSummary } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { budgetedServers, trackBudgetedServer } from '../../../money/budgets/server/index.ts';
import { ownedServers } from '../../../people/users/server/index.ts';
import { imageDisks } from '../../images/server/index.ts';
import { hostServerNames } from '../../infrastructure/server/index.ts';
import { localize } from '../texts/localize.ts';
import { trashHours } from './commands/trash.ts';
import { diskOvercommitRatio } from './engine/diskSpace.ts';
import { imageDisks as diskSource } from './engine/imageSource.ts';
import { watchEngines } from './engine/reconcile.ts';
import { logTitles } from './history/logTitles.ts';
import { serverChanged } from './hooks.ts';
import { serverJobs } from './jobs.ts';
import { serverObject } from './object.ts';
import { serversOfAccounts, serversOfBudgets } from './ownedServers.ts';
import { readSummary, serverNotices } from './read/summary.ts';
import { serverRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { serverNames } from './store/find.ts';
import { serverTasks } from './tasks/index.ts';

export const serversSlice = defineSlice({
  name: 'servers',
  periodicJobs: serverJobs,
  menu: [
    {
      id: 'servers',
      section: 'cloud',
      path: '/servers',
      icon: 'server',
      title: localize('slice.menu.servers'),
      access: 'servers.view',
    },
    {
      id: 'serverCreate',
      section: 'cloud',
      path: '/serverCreate',
      icon: 'plus',
      title: localize('slice.menu.createServer'),
      access: 'servers.create',
    },
  ],
  objects: [serverObject],
  routes: serverRoutes,
  tasks: serverTasks,
  settings: [trashHours, diskOvercommitRatio],
  hooks: [
    on(budgetedServers, serversOfBudgets),
    on(serverChanged, trackBudgetedServer),
    on(dashboardNotices, serverNotices),
    on(serverSummary, readSummary),
    on(ownedServers, serversOfAccounts),
    on(hostServerNames, serverNames),
    on(imageDisks, diskSource),
  ],
  logTitles,
  followEngines: watchEngines,
  rowRules,
});
