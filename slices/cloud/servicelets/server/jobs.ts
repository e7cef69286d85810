import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { deleteOldServicelets, settleEnded } from './store.ts';

const retentionDays = 90;

/** Runs at the interval that the specification requires for the servicelet command queue. */
const settling = definePeriodicJob({
  name: 'servicelets.settle',
  everySeconds: 10,
  async run(ctx) {
    await settleEnded(ctx);
  },
});

const forgetting = definePeriodicJob({
  name: 'servicelets.forget',
  everySeconds: 3600,
  run: (ctx) => deleteOldServicelets(ctx, retentionDays),
});

export const serviceletJobs = [settling, forgetting];
