import { defineSlice } from '../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { analyticsSettings } from './analytics.ts';
import { closeLiveStreams } from './liveStream.ts';
import { shellRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { streamsPerAccount, streamsPerSite } from './streamLimits.ts';

export const shellSlice = defineSlice({
  name: 'shell',
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
