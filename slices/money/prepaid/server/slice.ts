import { dashboardNotices } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { authorizeOrder } from '../../pricing/server/index.ts';
import { localize } from '../texts/localize.ts';
import { prepaidNotices } from './notices.ts';
import { balanceUsedUpNotification, shortNotification } from './notifications.ts';
import { notifyLowBalances } from './notifyLowBalances.ts';
import { requirePrepaidCoverage } from './requirePrepaidCoverage.ts';
import { prepaidRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const prepaidSlice = defineSlice({
  name: 'prepaid',
  periodicJobs: [
    definePeriodicJob({ name: 'prepaid.check', everySeconds: 600, run: notifyLowBalances }),
  ],
  routes: prepaidRoutes,
  notifications: [shortNotification, balanceUsedUpNotification],
  hooks: [
    on(dashboardNotices, prepaidNotices),
    on(authorizeOrder, { guard: requirePrepaidCoverage, ofWhatGoesOn: true }),
  ],
  logTitles: {
    'prepaid.check': localize('prepaidSlice.logTitles.prepaidCheck'),
  },
  rowRules,
});
