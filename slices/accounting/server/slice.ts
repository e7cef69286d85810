import { defineSlice } from '../../../server/platform/slice.ts';
import { trustedOrigins } from './addresses.ts';
import { documents } from './deliver.ts';
import { notifyOfExports } from './jobs.ts';
import { refusedNotification, stuckNotifications } from './notifications.ts';
import { accountingRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const accountingSlice = defineSlice({
  name: 'accounting',
  periodicJobs: [notifyOfExports],
  outbound: [documents],
  routes: accountingRoutes,
  settings: [trustedOrigins],
  notifications: [...Object.values(stuckNotifications), refusedNotification],
  rowRules,
});
