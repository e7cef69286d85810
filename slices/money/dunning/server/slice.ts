import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { dunningJobs } from './jobs.ts';
import { notifications } from './notifications.ts';
import { dunningRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const dunningSlice = defineSlice({
  name: 'dunning',
  periodicJobs: dunningJobs,
  routes: dunningRoutes,
  logTitles: {
    'dunning.step': localize('dunningSlice.logTitles.dunningStep'),
  },
  notifications: Object.values(notifications),
  rowRules,
});
