import { dashboardNotices } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { hostNotices } from './hostNotices.ts';
import { engineNotices } from './notices.ts';
import { infrastructureRoutes } from './routes.ts';

export const infrastructureSlice = defineSlice({
  name: 'infrastructure',
  hooks: [on(dashboardNotices, hostNotices), on(dashboardNotices, engineNotices)],
  menu: [
    {
      id: 'hosts',
      section: 'infrastructure',
      path: '/hosts',
      icon: 'server-2',
      title: localize('slice.menu.hosts'),
      access: 'hosts.view',
    },
  ],
  routes: infrastructureRoutes,
});
