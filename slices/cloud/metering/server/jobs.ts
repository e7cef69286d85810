import {
  definePeriodicJob,
  defineRetention,
} from '../../../../server/platform/tasks/periodicJobs.ts';
import { recordTrafficUsage } from './recordTrafficUsage.ts';
import { meterTraffic } from './traffic.ts';

const traffic = definePeriodicJob({
  name: 'metering.traffic',
  everySeconds: 300,
  async run(ctx) {
    if (await recordTrafficUsage(ctx)) await meterTraffic(ctx);
  },
});

/** Readings are kept as long as the basis of an invoice can be requested. */
const retention = defineRetention({
  name: 'metering.forget',
  table: 'usage_reading',
  at: 'hour',
  days: 3 * 366,
});

export const meteringJobs = [traffic, retention];
