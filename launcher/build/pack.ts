import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'vite';
import { projectFolder } from '../project.ts';

/** Packages with parts that are no JavaScript, or that look for their own files. */
const leftOutside = ['ssh2', '@node-rs/argon2', 'graphile-worker', 'pino', 'pdfkit', 'fontkit'];

/** Packs each program with its packages into `<name>.mjs` of a folder, which is emptied before; what they share lies beside. */
export async function pack(programs: Record<string, string>, folder: string): Promise<void> {
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'error',
    plugins: [placesOfSources],
    ssr: { noExternal: true, external: [...leftOutside] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: programs,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}

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

/**
 * Loads a packed module once, so that what Node compiles of it lies in the folder `NODE_COMPILE_CACHE` of those who start it later. They
 * must have the same flags. A program that is killed would not write it, and compiling all of it anew leaves 30 MiB of holes in memory.
 */
export async function compile(module: string, flags: readonly string[], cacheFolder: string): Promise<void> {
  const load = `await import(${JSON.stringify(pathToFileURL(module).href)}); process.exit(0)`;
  await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '--eval', load], {
    env: { ...process.env, NODE_COMPILE_CACHE: cacheFolder },
  });
}
