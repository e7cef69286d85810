import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/**
 * Loads a packed module once, so that what Node compiles of it lies in the folder
 * `NODE_COMPILE_CACHE` of those who start it later. They must have the same flags. A program that
 * is killed would not write it, and compiling all of it anew leaves 30 MiB of holes in memory.
 */
export async function compile(
  module: string,
  flags: readonly string[],
  cacheFolder: string,
): Promise<void> {
  const load = `await import(${JSON.stringify(pathToFileURL(module).href)}); process.exit(0)`;
  await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '--eval', load], {
    env: { ...process.env, NODE_COMPILE_CACHE: cacheFolder },
  });
}
