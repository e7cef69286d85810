import { readConfig } from '../../../../../server/platform/config.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { TaskRunner } from '../../../../../server/platform/tasks/runner.ts';
import { openPortal, taskTypes } from '../../../../../server/portal.ts';
import { addFakeRealEngine } from './realEngine.ts';
import { simulatedBuilders } from './simulatedBuilders.ts';

/**
 * A worker process to be killed by tests. It runs tasks with a substitute for a real engine and
 * builders without tools, and leaves the catalog unchanged.
 */
const log = createLog('silent');
const portal = await openPortal(readConfig(process.env), log, {
  ports: { imageBuilders: simulatedBuilders },
});
addFakeRealEngine(portal.services);
await TaskRunner.start({
  services: portal.services,
  sites: portal.sites,
  log,
  types: taskTypes,
  periodicJobs: [],
});
