import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The unprivileged account that runs PostgreSQL when the portal runs as root. */
export interface ServiceUser {
  name: string;
  uid: number;
  gid: number;
}

const serviceName = 'cloudberth';

/**
 * Chooses the account for PostgreSQL, which refuses to run as root. Undefined if the portal doesn't
 * run as root, because everything then runs as the current user. A temporary cluster uses `nobody`.
 * Otherwise the system user `cloudberth` is used, and created if it's missing.
 */
export async function chooseServiceUser(
  isDisposable: boolean,
  log: (line: string) => void,
): Promise<ServiceUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (isDisposable) return requireUser('nobody');
  const existing = await findUser((user) => user.name === serviceName);
  if (existing) return existing;
  log(`creating the system user ${serviceName}, because PostgreSQL doesn't run as root`);
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      serviceName,
    ]);
  } catch (error) {
    log(
      `could not create it (${error instanceof Error ? error.message.trim() : String(error)}); using the user nobody`,
    );
    return requireUser('nobody');
  }
  return requireUser(serviceName);
}

/** The account that owns an existing cluster. A cluster is always started by its owner. */
export async function ownerOf(uid: number): Promise<ServiceUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await findUser((user) => user.uid === uid);
  if (!owner || uid === 0)
    throw new Error(
      `The database folder belongs to user id ${uid}, which is ${uid === 0 ? 'root' : 'no account of this machine'}; give it to an unprivileged account with chown -R.`,
    );
  return owner;
}

async function requireUser(name: string): Promise<ServiceUser> {
  const user = await findUser((candidate) => candidate.name === name);
  if (!user)
    throw new Error(
      `PostgreSQL doesn't run as root, and this machine has no user ${name}. Start Cloudberth as a regular user, or create that account.`,
    );
  return user;
}

async function findUser(matches: (user: ServiceUser) => boolean): Promise<ServiceUser | undefined> {
  return parseAccounts(await readFile('/etc/passwd', 'utf8')).find(matches);
}

/** Parses the lines of passwd(5). */
export function parseAccounts(passwd: string): ServiceUser[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
