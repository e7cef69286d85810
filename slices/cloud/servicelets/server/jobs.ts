import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { closeEndedRuns, deleteOldServicelets } from './store.ts';

const retentionDays = 90;

/** Runs at the interval that the specification requires for the servicelet command queue. */
const settleJob = definePeriodicJob({
  name: 'servicelets.settle',
  everySeconds: 10,
  async run(ctx) {
    await closeEndedRuns(ctx);
  },
});

const purge = definePeriodicJob({
  name: 'servicelets.forget',
  everySeconds: 3600,
  run: (ctx) => deleteOldServicelets(ctx, retentionDays),
});

export const serviceletJobs = [settleJob, purge];
