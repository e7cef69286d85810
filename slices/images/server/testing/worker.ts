import { readConfig } from '../../../../server/platform/config.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { TaskRunner } from '../../../../server/platform/tasks/runner.ts';
import { openPortal } from '../../../../server/portal.ts';
import { allTaskTypes } from '../../../../server/slices.ts';
import { registerPlainBuilders } from './plainBuilders.ts';
import { standInForReal } from './realEngine.ts';

/**
 * A worker process to be killed by tests. It runs tasks with a substitute for a real engine and
 * builders without tools, and leaves the catalog unchanged.
 */
const log = createLog('silent');
const portal = await openPortal(readConfig(process.env), log);
standInForReal(portal.services);
registerPlainBuilders();
await TaskRunner.start({
  services: portal.services,
  sites: portal.sites,
  log,
  types: allTaskTypes,
  chores: [],
});
