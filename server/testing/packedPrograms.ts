import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { compile } from '../../launcher/build/compile.ts';
import { pack } from '../../launcher/build/pack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of a program's bundle, by its source file below the project. */
    packedPrograms: Record<string, string>;
  }
}

const projectFolder = join(import.meta.dirname, '../..');
const programs = {
  main: 'server/main.ts',
  imageWorker: 'slices/cloud/images/server/testing/worker.ts',
};
/** Their shared modules, loaded once here so that they are compiled before they start. */
const shared = 'server/portal.ts';

/**
 * Vitest's global set-up: programs that the tests start hundreds of times, each packed into a few
 * files and compiled. They are the same programs; finding, reading and compiling their thousand
 * files, and those of the packages, took longer than what they do before they are killed.
 */
export default async function packPrograms(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(projectFolder, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'packed-'));
  await pack({ ...programs, shared }, folder);
  await compile(join(folder, 'shared.mjs'), [], compiledBeside(join(folder, 'shared.mjs')));
  project.provide(
    'packedPrograms',
    Object.fromEntries(
      Object.entries(programs).map(([name, source]) => [source, join(folder, `${name}.mjs`)]),
    ),
  );
  return () => rm(folder, { recursive: true, force: true });
}

/** Where the compiled code of a bundled program is stored. A killed program doesn't write it. */
export const compiledBeside = (program: string): string => join(dirname(program), 'compiled');
