import type { Logger } from 'pino';
import { ensureRootUser, type FirstAccess } from '../slices/identity/server/index.ts';
import type { Config } from './platform/config.ts';
import { migrate } from './platform/database/migrate.ts';
import { openPortal, type Portal } from './portal.ts';

/**
 * The portal on a database that is brought up to date first, with a root user: whoever makes the first one says on standard output how
 * to sign in. It neither listens nor works yet.
 */
export async function openPreparedPortal(config: Config, log: Logger): Promise<Portal> {
  await migrate(config.databaseUrl, (line) => log.info(line));
  const portal = await openPortal(config, log);
  const access = await ensureRootUser(portal.services.database.db, { email: config.rootEmail, password: config.rootPassword });
  if (access) process.stdout.write(`${firstAccess(access)}\n`);
  return portal;
}

function firstAccess({ email, password }: FirstAccess): string {
  return password === undefined
    ? `The root user is ${email}.`
    : `The root user is ${email} with the password ${password} — it is shown only now.`;
}
