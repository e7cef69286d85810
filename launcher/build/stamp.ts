import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { duration, printStatus } from '../output.ts';
import { projectFolder } from '../project.ts';

/** A build output from the project's sources. */
export interface BuildTarget {
  /** Display name, such as "the web". */
  what: string;
  /** Globs of its source files, relative to the project. */
  sources: readonly string[];
  /** The folder with the complete result. */
  folder: string;
  /** A file in the folder whose absence means that nothing is built. */
  result: string;
  /**
   * Builds into a new folder, so that a failed or interrupted build leaves the last one unchanged.
   */
  build(into: string): Promise<unknown>;
}

/**
 * Builds it if its sources have changed since the last build, or the project has moved. Reports
 * that and its duration.
 */
export async function buildWhenChanged({
  what,
  sources,
  folder,
  result,
  build,
}: BuildTarget): Promise<void> {
  const stamp = `${folder}.stamp`;
  const digest = await digestOf(sources);
  const isCurrent = async () =>
    (await readText(stamp)) === digest && (await readText(join(folder, result))) !== '';
  if (await isCurrent()) return;
  printStatus(`building ${what}, because its sources changed since the last build`);
  const started = performance.now();
  const temporaryFolder = `${folder}.${process.pid}`;
  try {
    await mkdir(dirname(folder), { recursive: true });
    await build(temporaryFolder);
    // When several parts of a portal start at once, each builds the same. The first result is
    // already in use.
    if (!(await isCurrent())) await put(temporaryFolder, folder);
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
  await writeFile(stamp, digest);
  printStatus(`${what} built in ${duration(performance.now() - started)}`);
}

/** Replaces a folder with another, unless another process has already done so. */
async function put(temporaryFolder: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rename(temporaryFolder, folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

async function digestOf(patterns: readonly string[]): Promise<string> {
  const paths = [];
  for await (const entry of glob([...patterns], { cwd: projectFolder, withFileTypes: true })) {
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256').update(`${projectFolder}\0`);
  for (const path of paths.sort())
    hash
      .update(`${relative(projectFolder, path)}\0`)
      .update(await readFile(path))
      .update('\0');
  return hash.digest('hex');
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
