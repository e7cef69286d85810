import { defineSlice } from '../../../server/platform/slice.ts';
import { allocationJobs } from './jobs.ts';
import { signIn, signInExpired, waiting } from './mails.ts';
import { allocationRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const allocationsSlice = defineSlice({
  name: 'allocations',
  periodicJobs: allocationJobs,
  routes: allocationRoutes,
  notifications: [signIn, waiting],
  mails: [signInExpired.mail],
  rowRules,
});
