import { defineSlice } from '../../../server/platform/slice.ts';
import { auditRoutes } from './routes.ts';

export const auditSlice = defineSlice({
  name: 'audit',
  menu: [
    {
      id: 'logView',
      section: 'siteReports',
      path: '/logView',
      icon: 'history',
      title: { en: 'Activity log', he: 'יומן הפעילות' },
      access: 'log.view',
    },
    {
      id: 'loginLog',
      section: 'siteReports',
      path: '/loginLog',
      icon: 'list-check',
      title: { en: 'Sign-ins', he: 'כניסות' },
      access: 'log.view',
    },
    {
      id: 'accountLog',
      section: 'permissions',
      path: '/accountLog',
      icon: 'history',
      title: { en: 'Account activity', he: 'פעילות החשבון' },
      access: 'signedIn',
    },
  ],
  routes: auditRoutes,
});
