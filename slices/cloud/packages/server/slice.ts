import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { extendServerCreate } from '../../servers/server/index.ts';
import { localize } from '../texts/localize.ts';
import { packageAddition } from './addition.ts';
import { packageJobs } from './jobs.ts';
import { packageRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { packageMirror, packageProxy } from './settings.ts';
import { packageTasks } from './tasks.ts';

export const packagesSlice = defineSlice({
  name: 'packages',
  periodicJobs: packageJobs,
  menu: [
    {
      ...{
        id: 'serverCreateApp',
        section: 'cloud',
        path: '/serverCreateApp',
        icon: 'box',
        access: 'servers.create',
      },
      title: localize('slice.menu.createApplication'),
    },
    {
      ...{
        id: 'serverCreateDesktop',
        section: 'cloud',
        path: '/serverCreateDesktop',
        icon: 'device-desktop',
        access: 'servers.create',
      },
      title: localize('slice.menu.createDesktop'),
    },
    {
      ...{
        id: 'serverCreateService',
        section: 'cloud',
        path: '/serverCreateService',
        icon: 'settings',
        access: 'servers.create',
      },
      title: localize('slice.menu.createService'),
    },
    {
      ...{
        id: 'uploadService',
        section: 'infrastructure',
        path: '/uploadService',
        icon: 'upload',
        access: 'packages.manage',
      },
      title: localize('slice.menu.appPackages'),
    },
  ],
  routes: packageRoutes,
  tasks: packageTasks,
  settings: [packageMirror, packageProxy],
  hooks: [on(extendServerCreate, packageAddition)],
  rowRules,
});
