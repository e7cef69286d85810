import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { usageMetering } from '../../../money/invoices/server/index.ts';
import { meteringJobs } from './jobs.ts';
import { meteringRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { closeMonth, meterSites } from './traffic.ts';

export const meteringSlice = defineSlice({
  name: 'metering',
  hooks: [on(usageMetering, { meterSites, closeMonth })],
  periodicJobs: meteringJobs,
  routes: meteringRoutes,
  rowRules,
});
