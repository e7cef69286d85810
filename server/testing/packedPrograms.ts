import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the packed form of a program is, by its source file below the project. */
    packedPrograms: Record<string, string>;
  }
}

const projectFolder = join(import.meta.dirname, '../..');
const programs = { main: 'server/main.ts', imageWorker: 'slices/images/server/testing/worker.ts' };
/** Packages with parts that are no JavaScript, or that look for their own files. */
const leftOutside = ['ssh2', '@node-rs/argon2', 'graphile-worker', 'pino', 'pdfkit', 'fontkit'];
/** What they share; loaded once here, so that it is compiled when they start. */
const shared = 'server/portal.ts';

/**
 * Vitest's global set-up: programs that the tests start hundreds of times, each packed into a few files and compiled. They are the
 * same programs; finding, reading and compiling their thousand files, and those of the packages, took longer than what they do before they are killed.
 */
export default async function packPrograms(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(projectFolder, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'packed-'));
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'error',
    plugins: [placesOfSources],
    ssr: { noExternal: true, external: [...leftOutside] },
    build: {
      ssr: true,
      outDir: folder,
      minify: false,
      rolldownOptions: {
        input: { ...programs, shared },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const load = `await import(${JSON.stringify(pathToFileURL(join(folder, 'shared.mjs')).href)}); process.exit(0)`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', load], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiledBeside(join(folder, 'shared.mjs')) },
  });
  project.provide(
    'packedPrograms',
    Object.fromEntries(Object.entries(programs).map(([name, source]) => [source, join(folder, `${name}.mjs`)])),
  );
  return () => rm(folder, { recursive: true, force: true });
}

/** Where the compiled form of a packed program is kept. A program that is killed does not write it. */
export const compiledBeside = (program: string): string => join(dirname(program), 'compiled');

/** Files that lie beside a source are still found from there. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('/node_modules/')) return null;
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.filename', JSON.stringify(id));
  },
};
