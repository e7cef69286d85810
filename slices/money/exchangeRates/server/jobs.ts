import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { fetchWhenDue } from './source.ts';

/** Once a day; every hour until the day's rates are there. */
export const exchangeRateJobs = [
  definePeriodicJob({ name: 'exchangeRates.ask', everySeconds: 3600, run: fetchWhenDue }),
];
