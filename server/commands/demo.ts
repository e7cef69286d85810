import { ensureRootUser } from '../../slices/identity/server/index.ts';
import { demoCustomers, demoPassword } from '../demo/company.ts';
import { fillDemo } from '../demo/fillDemo.ts';
import { readConfig } from '../platform/config.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLog } from '../platform/log.ts';
import { openPortal } from '../portal.ts';

/** `demo`: fills the database of a stopped portal. */
const config = readConfig(process.env);
const log = createLog('warn');
await migrate(config.databaseUrl);
const portal = await openPortal(config, log);
await ensureRootUser(portal.services.database.db, { email: config.rootEmail, password: config.rootPassword });
await portal.startWork();
const isNew = await fillDemo(portal, log);
await portal.close();
process.stdout.write(
  isNew
    ? `A hosting company to look at is there. Its customers (such as ${demoCustomers[0]?.email}) sign in with ${demoPassword}.\n`
    : 'The hosting company to look at is there already.\n',
);
process.exit(0);
