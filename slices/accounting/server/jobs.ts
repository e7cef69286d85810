import { definePeriodicJob } from '../../../server/platform/tasks/periodicJobs.ts';
import { tellRefused } from './standing.ts';
import { tellStuck } from './tell.ts';

/** Notifies those who look after a company of what wasn't exported. */
export const notifyOfExports = definePeriodicJob({
  name: 'accounting.notify',
  everySeconds: 10,
  async run(ctx) {
    await tellRefused(ctx);
    await tellStuck(ctx);
  },
});
