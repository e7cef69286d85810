import {
  definePeriodicJob,
  defineRetention,
} from '../../../../server/platform/tasks/periodicJobs.ts';
import { evaluate } from './evaluate.ts';

const evaluateJob = definePeriodicJob({
  name: 'alerts.evaluate',
  everySeconds: 30,
  async run(ctx) {
    await evaluate(ctx);
  },
});

const retention = defineRetention({
  name: 'alerts.forget',
  table: 'alert_event',
  at: 'at',
  days: 400,
});

export const alertJobs = [evaluateJob, retention];
