import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The guest image can't be built here. The message contains the reason and the remedy. */
export class GuestBuildError extends Error {
  override readonly name = 'GuestBuildError';
}

/** Reports the progress, one line at a time. */
export type BuildLog = (line: string) => void;

export interface RequiredProgram {
  program: string;
  debianPackage: string;
}

/** Throws with the apt-get command when a program that the build needs is missing. */
export async function requirePrograms(requiredPrograms: readonly RequiredProgram[]): Promise<void> {
  const missing: RequiredProgram[] = [];
  for (const one of requiredPrograms) {
    const isInstalled = await run('sh', ['-c', `command -v "$0"`, one.program], {
      env: environment(),
    }).then(
      () => true,
      () => false,
    );
    if (!isInstalled) missing.push(one);
  }
  if (missing.length === 0) return;
  const programs = missing.map(({ program }) => program).join(', ');
  const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))].join(' ');
  throw new GuestBuildError(
    `The image cannot be built: ${programs} ${missing.length > 1 ? 'are' : 'is'} missing. Run: apt-get install --no-install-recommends ${packages}`,
  );
}

/**
 * Runs a build program. Throws a `GuestBuildError` that ends with the program's output when it
 * fails, or the reason of an abort signal.
 */
export async function runBuild(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const { signal, ...more } = options;
  signal?.throwIfAborted();
  // Files in an image get the modes that the guest expects, independent of the portal's umask.
  const child = run('sh', ['-c', 'umask 022 && exec "$@"', 'sh', program, ...args], {
    ...more,
    env: { ...environment(), ...options.env },
    maxBuffer: 2 ** 26,
  });
  // Programs in their own namespaces end with their first process, which ignores other signals. A
  // signal passed to execFile always sends SIGTERM.
  const end = () => child.child.kill('SIGKILL');
  signal?.addEventListener('abort', end);
  try {
    return (await child).stdout;
  } catch (error) {
    signal?.throwIfAborted();
    const details =
      error instanceof Error && 'stderr' in error
        ? String(error.stderr).trim().split('\n').slice(-5).join('\n')
        : String(error);
    throw new GuestBuildError(`${program} ${args[0] ?? ''} failed: ${details}`, { cause: error });
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** Downloads a Debian package with apt (no root needed) and unpacks it into `targetFolder`. */
export async function unpackPackage(
  name: string,
  downloads: string,
  targetFolder: string,
): Promise<void> {
  await mkdir(downloads, { recursive: true });
  const isFile = (file: string) => file.startsWith(`${name}_`) && file.endsWith('.deb');
  if (!(await readdir(downloads)).some(isFile)) {
    await runBuild('apt-get', ['-q', 'download', name], { cwd: downloads }).catch(
      (error: unknown) => {
        throw new GuestBuildError(
          `The Debian package ${name} could not be fetched. Check that this is a Debian machine with network access to its package archive, and run: apt-get update`,
          { cause: error },
        );
      },
    );
  }
  const file = (await readdir(downloads)).find(isFile);
  if (!file) throw new GuestBuildError(`apt-get fetched no file for the package ${name}.`);
  await runBuild('dpkg-deb', ['-x', join(downloads, file), targetFolder]);
}

/**
 * The name of the package with the current cloud kernel, e.g. `linux-image-6.1.0-56-cloud-amd64`.
 */
export async function cloudKernelPackage(): Promise<string> {
  const output = await runBuild('apt-cache', ['depends', 'linux-image-cloud-amd64']).catch(
    () => '',
  );
  const name = /Depends: (linux-image-\S+)/.exec(output)?.[1];
  if (!name)
    throw new GuestBuildError(
      'apt knows no package linux-image-cloud-amd64 (Debian, amd64). On a Debian machine, run: apt-get update',
    );
  return name;
}

/**
 * mke2fs, sfdisk and grub-mkimage are in sbin folders that are often missing from a user's PATH.
 */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C', PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
}

export const isRoot = () => process.getuid?.() === 0;

/**
 * Converts the raw disk to a qcow2 file that only the portal's user can read, regardless of the
 * umask.
 */
export async function convertToQcow2(
  raw: string,
  target: string,
  more: { isCompressed?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  // qemu-img keeps the mode of an existing file.
  await rm(target, { force: true });
  await writeFile(target, '', { mode: 0o600 });
  const compression = more.isCompressed ? ['-c'] : [];
  await runBuild('qemu-img', ['convert', '-f', 'raw', '-O', 'qcow2', ...compression, raw, target], {
    signal: more.signal,
  });
}
