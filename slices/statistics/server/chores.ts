import { defineChore } from '../../../server/platform/tasks/chores.ts';
import { forgetOld } from './retention.ts';
import { rollUp } from './rollUp.ts';
import { sampleServers } from './sample.ts';

const sampling = defineChore({
  name: 'statistics.sample',
  everySeconds: 30,
  async run(ctx) {
    await sampleServers(ctx);
  },
});

const rolling = defineChore({
  name: 'statistics.rollUp',
  everySeconds: 60,
  run: (ctx) => rollUp(ctx),
});
const forgetting = defineChore({
  name: 'statistics.forget',
  everySeconds: 3600,
  run: (ctx) => forgetOld(ctx),
});

export const statisticsChores = [sampling, rolling, forgetting];
