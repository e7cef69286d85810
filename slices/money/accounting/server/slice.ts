import { dashboardNotices } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { trustedOrigins } from './connection/addresses.ts';
import { documents } from './deliver.ts';
import { notifyOfExports } from './jobs.ts';
import { accountingNotices } from './notices.ts';
import { connectionRejectedNotification, stuckNotifications } from './notifications.ts';
import { accountingRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const accountingSlice = defineSlice({
  name: 'accounting',
  hooks: [on(dashboardNotices, accountingNotices)],
  periodicJobs: [notifyOfExports],
  outbound: [documents],
  routes: accountingRoutes,
  settings: [trustedOrigins],
  notifications: [...Object.values(stuckNotifications), connectionRejectedNotification],
  rowRules,
});
