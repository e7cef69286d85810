import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { notifyRefused } from './connection/standing.ts';
import { notifyStuck } from './tell.ts';

/** Notifies those who look after a company of what wasn't exported. */
export const notifyOfExports = definePeriodicJob({
  name: 'accounting.notify',
  everySeconds: 10,
  async run(ctx) {
    await notifyRefused(ctx);
    await notifyStuck(ctx);
  },
});
