import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { fetchWhenDue } from './source.ts';

/** Once a day, and hourly until that day's rates are available. */
export const exchangeRateJobs = [
  definePeriodicJob({ name: 'exchangeRates.ask', everySeconds: 3600, run: fetchWhenDue }),
];
