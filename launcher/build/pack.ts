import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { projectFolder } from '../project.ts';

/** Packages that contain more than JavaScript or that load their own files. */
const externalPackages = [
  'ssh2',
  '@node-rs/argon2',
  'graphile-worker',
  'pino',
  'pdfkit',
  'fontkit',
  'harfbuzzjs',
];

/**
 * Bundles each program with its packages into `<name>.mjs` in a folder, which is emptied first.
 * Shared code goes into separate files.
 */
export async function pack(programs: Record<string, string>, folder: string): Promise<void> {
  await build({
    configFile: false,
    root: projectFolder,
    logLevel: 'error',
    plugins: [sourceLocations],
    ssr: { noExternal: true, external: [...externalPackages] },
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

/** Keeps files next to a source accessible from the bundle. */
const sourceLocations: Plugin = {
  name: 'places-of-sources',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('/node_modules/')) return null;
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.filename', JSON.stringify(id));
  },
};
