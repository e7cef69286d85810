import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { serviceletJobs } from './jobs.ts';
import { serviceletRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { serviceletTasks } from './task.ts';

export const serviceletsSlice = defineSlice({
  name: 'servicelets',
  periodicJobs: serviceletJobs,
  routes: serviceletRoutes,
  tasks: serviceletTasks,
  logTitles: {
    'servicelet.run': localize('serviceletsSlice.logTitles.serviceletRun'),
  },
  rowRules,
});
