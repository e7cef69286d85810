import { demoCustomers, demoPassword } from '../demo/company.ts';
import { fillDemo } from '../demo/fillDemo.ts';
import { openPreparedPortal } from '../openPrepared.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';

/** `demo`: fills the database with demo data while the portal is stopped. */
const config = readConfig(process.env);
const log = createLog('warn');
const portal = await openPreparedPortal(config, log);
await portal.startWork();
const isNew = await fillDemo(portal, log);
await portal.close();
process.stdout.write(
  isNew
    ? `A hosting company to look at is there. Its customers (such as ${demoCustomers[0]?.email}) sign in with ${demoPassword}.\n`
    : 'The hosting company to look at is there already.\n',
);
process.exit(0);
