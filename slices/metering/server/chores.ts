import { defineChore, defineForgetting } from '../../../server/platform/tasks/chores.ts';
import { feedTraffic } from './feed.ts';
import { meterTraffic } from './traffic.ts';

const traffic = defineChore({
  name: 'metering.traffic',
  everySeconds: 300,
  async run(ctx) {
    if (await feedTraffic(ctx)) await meterTraffic(ctx);
  },
});

/** Kept as long as the basis of an invoice may be requested. */
const forgetting = defineForgetting({
  name: 'metering.forget',
  table: 'usage_reading',
  at: 'hour',
  days: 3 * 366,
});

export const meteringChores = [traffic, forgetting];
