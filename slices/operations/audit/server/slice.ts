import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { auditRoutes } from './routes.ts';

export const auditSlice = defineSlice({
  name: 'audit',
  menu: [
    {
      id: 'logView',
      section: 'siteReports',
      path: '/logView',
      icon: 'history',
      title: localize('slice.menu.activityLog'),
      access: 'log.view',
    },
    {
      id: 'loginLog',
      section: 'siteReports',
      path: '/loginLog',
      icon: 'list-check',
      title: localize('slice.menu.signIns'),
      access: 'log.view',
    },
    {
      id: 'accountLog',
      section: 'permissions',
      path: '/accountLog',
      icon: 'history',
      title: localize('slice.menu.accountActivity'),
      access: 'signedIn',
    },
  ],
  routes: auditRoutes,
});
