import { readConfig } from '../../../../server/platform/config.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { TaskRunner } from '../../../../server/platform/tasks/runner.ts';
import { openPortal } from '../../../../server/portal.ts';
import { allTaskTypes } from '../../../../server/slices.ts';
import { registerPlainBuilders } from './plainBuilders.ts';
import { standInForReal } from './realEngine.ts';

/**
 * A worker for tests that kill it: it works on the tasks with an engine that stands for real servers and builders that need no tools,
 * and leaves the catalogue as the test made it.
 */
const log = createLog('silent');
const portal = await openPortal(readConfig(process.env), log);
standInForReal(portal.services);
registerPlainBuilders();
await TaskRunner.start({ services: portal.services, sites: portal.sites, log, types: allTaskTypes, chores: [] });
