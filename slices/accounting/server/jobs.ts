import { definePeriodicJob } from '../../../server/platform/tasks/periodicJobs.ts';
import { handOverDue } from './deliver.ts';

export const accountingJobs = [
  definePeriodicJob({ name: 'accounting.handOver', everySeconds: 10, run: handOverDue }),
];
