import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { engineGuests, serverChanged, serverCosts } from '../../servers/server/index.ts';
import { localize } from '../texts/localize.ts';
import { backupJobs } from './jobs.ts';
import { backupItems } from './metering.ts';
import { listTestServers, onServerChanged } from './onServerChanged.ts';
import { backupRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { backupTasks } from './tasks/index.ts';

export const backupsSlice = defineSlice({
  name: 'backups',
  periodicJobs: backupJobs,
  menu: [
    {
      id: 'backups',
      section: 'cloud',
      path: '/backups',
      icon: 'archive',
      title: localize('slice.menu.backups'),
      access: 'backups.view',
    },
  ],
  routes: backupRoutes,
  tasks: backupTasks,
  hooks: [
    on(serverChanged, onServerChanged),
    on(serverCosts, backupItems),
    on(engineGuests, listTestServers),
  ],
  logTitles: {
    'backup.create': localize('backupsSlice.logTitles.backupCreate'),
    'backup.remove': localize('backupsSlice.logTitles.backupRemove'),
    'backup.restore': localize('backupsSlice.logTitles.backupRestore'),
  },
  rowRules,
});
