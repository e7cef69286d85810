import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { purgeReadings } from './readings/retention.ts';
import { rollUp } from './readings/rollUp.ts';
import { sampleServers } from './readings/sample.ts';

const sampleJob = definePeriodicJob({
  name: 'statistics.sample',
  everySeconds: 30,
  async run(ctx) {
    await sampleServers(ctx);
  },
});

const rollUpJob = definePeriodicJob({
  name: 'statistics.rollUp',
  everySeconds: 60,
  run: (ctx) => rollUp(ctx),
});
const purge = definePeriodicJob({
  name: 'statistics.forget',
  everySeconds: 3600,
  run: (ctx) => purgeReadings(ctx),
});

export const statisticsJobs = [sampleJob, rollUpJob, purge];
