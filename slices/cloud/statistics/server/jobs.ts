import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { forgetOld } from './readings/retention.ts';
import { rollUp } from './readings/rollUp.ts';
import { sampleServers } from './readings/sample.ts';

const sampling = definePeriodicJob({
  name: 'statistics.sample',
  everySeconds: 30,
  async run(ctx) {
    await sampleServers(ctx);
  },
});

const rolling = definePeriodicJob({
  name: 'statistics.rollUp',
  everySeconds: 60,
  run: (ctx) => rollUp(ctx),
});
const forgetting = definePeriodicJob({
  name: 'statistics.forget',
  everySeconds: 3600,
  run: (ctx) => forgetOld(ctx),
});

export const statisticsJobs = [sampling, rolling, forgetting];
