import { dashboardNotices } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { allocationJobs } from './jobs.ts';
import { pendingNotification, signIn, signInExpired } from './mails.ts';
import { allocationNotices } from './notices.ts';
import { requests } from './requests/deliver.ts';
import { allocationRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const allocationsSlice = defineSlice({
  name: 'allocations',
  hooks: [on(dashboardNotices, allocationNotices)],
  periodicJobs: allocationJobs,
  outbound: [requests],
  routes: allocationRoutes,
  notifications: [signIn, pendingNotification],
  mails: [signInExpired.mail],
  rowRules,
});
