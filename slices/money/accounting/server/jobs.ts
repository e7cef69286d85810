import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { notifyConnectionRefused } from './connection/connectionState.ts';
import { notifyStuck } from './notifyStuck.ts';

/** Notifies a company's administrators of failed exports and rejected connections. */
export const notifyOfExports = definePeriodicJob({
  name: 'accounting.notify',
  everySeconds: 10,
  async run(ctx) {
    await notifyConnectionRefused(ctx);
    await notifyStuck(ctx);
  },
});
