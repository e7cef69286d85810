import type { Logger } from 'pino';
import { ensureRootUser, type FirstAccess } from '../slices/people/identity/server/index.ts';
import type { Config } from './platform/config.ts';
import { openPortal, type Portal } from './portal.ts';
import { prepareDatabase } from './prepareDatabase.ts';

/**
 * Opens the portal on an up-to-date database with a root user. If the first root user is created,
 * prints the sign-in details to standard output. The portal doesn't listen or run work yet.
 */
export async function openPreparedPortal(config: Config, log: Logger): Promise<Portal> {
  const rowSecurity = await prepareDatabase(config, (line) => log.info(line));
  if (rowSecurity.advice) log.warn(rowSecurity.advice);
  const portal = await openPortal({ ...config, isWalled: rowSecurity.isRaised }, log);
  const access = await ensureRootUser(portal.services.database.db, {
    email: config.rootEmail,
    password: config.rootPassword,
  });
  if (access) process.stdout.write(`${firstSignInText(access)}\n`);
  return portal;
}

function firstSignInText({ email, password }: FirstAccess): string {
  return password === undefined
    ? `The root user is ${email}.`
    : `The root user is ${email} with the password ${password} — it is shown only now.`;
}
