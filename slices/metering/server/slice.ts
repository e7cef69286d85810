import { defineSlice } from '../../../server/platform/slice.ts';
import { meteringJobs } from './jobs.ts';
import { meteringRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const meteringSlice = defineSlice({
  name: 'metering',
  periodicJobs: meteringJobs,
  routes: meteringRoutes,
  rowRules,
});
