import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { serverChanged } from '../../servers/server/index.ts';
import { statisticsJobs } from './jobs.ts';
import { retentionDays } from './readings/retention.ts';
import { recordUse } from './recordUse.ts';
import { statisticsRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const statisticsSlice = defineSlice({
  name: 'statistics',
  periodicJobs: statisticsJobs,
  routes: statisticsRoutes,
  hooks: [on(serverChanged, recordUse)],
  settings: Object.values(retentionDays),
  rowRules,
});
