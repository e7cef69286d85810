import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { dropOld, settleEnded } from './store.ts';

const keptDays = 90;

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
  run: (ctx) => dropOld(ctx, keptDays),
});

export const serviceletJobs = [settling, forgetting];
