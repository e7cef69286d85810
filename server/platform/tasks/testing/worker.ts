import { createLog } from '../../log.ts';
import { TaskRunner } from '../runner.ts';
import { openServices, testTiming } from './harness.ts';
import { sampleTypes } from './sampleTasks.ts';

/** A separate worker process, for tests that kill or freeze it. Reports when it is ready. */
const { services, sites } = await openServices(process.env.DATABASE_URL ?? '');
await TaskRunner.start({
  services,
  sites,
  log: createLog('silent'),
  types: sampleTypes,
  periodicJobs: [],
  timing: testTiming,
});
process.stdout.write('ready\n');
