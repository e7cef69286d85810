import { dashboardNotices } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { analyticsSettings } from './analytics.ts';
import { closeLiveStreams } from './liveStream.ts';
import { shellRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { securityNotices } from './securityNotices.ts';
import { streamsPerAccount, streamsPerSite } from './streamLimits.ts';

export const shellSlice = defineSlice({
  name: 'shell',
  hooks: [on(dashboardNotices, securityNotices)],
  menu: [
    {
      id: 'dashboard',
      section: 'fixed',
      path: '/dashboard',
      icon: 'layout-dashboard',
      title: localize('slice.menu.dashboard'),
      access: 'signedIn',
    },
  ],
  routes: shellRoutes,
  settings: [streamsPerAccount, streamsPerSite, ...Object.values(analyticsSettings)],
  disconnect: closeLiveStreams,
  rowRules,
});
