import { on } from '../../../server/platform/hooks.ts';
import { defineSlice } from '../../../server/platform/slice.ts';
import { imageDisks } from '../../images/server/index.ts';
import { hostServerNames } from '../../infrastructure/server/index.ts';
import { localize } from '../texts/localize.ts';
import { binHours } from './commands/bin.ts';
import { diskPromise } from './engine/diskRoom.ts';
import { imageDisks as diskSource } from './engine/imageSource.ts';
import { followEngines } from './engine/reconcile.ts';
import { logTitles } from './history/logTitles.ts';
import { serverJobs } from './jobs.ts';
import { serverObject } from './object.ts';
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
  settings: [binHours, diskPromise],
  hooks: [on(hostServerNames, serverNames), on(imageDisks, diskSource)],
  logTitles,
  followEngines,
  rowRules,
});
