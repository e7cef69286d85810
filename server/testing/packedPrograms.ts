import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { compile } from '../../launcher/build/compile.ts';
import { pack } from '../../launcher/build/pack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of a program's bundle, keyed by its source file relative to the project. */
    packedPrograms: Record<string, string>;
  }
}

const projectFolder = join(import.meta.dirname, '../..');
const programs = {
  main: 'server/main.ts',
  imageWorker: 'slices/cloud/images/server/testing/worker.ts',
};
/** Shared module of the programs, loaded once here so that it is compiled before they start. */
const shared = 'server/portal.ts';

/**
 * Vitest's global setup: bundles and compiles programs that the tests start hundreds of times.
 * Their behavior is unchanged. Finding, reading, and compiling their thousand files and those of
 * the packages took longer than their work before they are killed.
 */
export default async function packPrograms(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(projectFolder, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'packed-'));
  await pack({ ...programs, shared }, folder);
  await compile(join(folder, 'shared.mjs'), [], compiledFolderBeside(join(folder, 'shared.mjs')));
  project.provide(
    'packedPrograms',
    Object.fromEntries(
      Object.entries(programs).map(([name, source]) => [source, join(folder, `${name}.mjs`)]),
    ),
  );
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Folder for the compiled code of a bundled program, because a program that is killed doesn't write
 * it.
 */
export const compiledFolderBeside = (program: string): string => join(dirname(program), 'compiled');
