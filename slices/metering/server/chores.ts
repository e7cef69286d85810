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

/** As long as somebody may ask what an invoice was reckoned from. */
const forgetting = defineForgetting({ name: 'metering.forget', table: 'usage_reading', at: 'hour', days: 3 * 366 });

export const meteringChores = [traffic, forgetting];
