import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags } from '../../server/nodeFlags.ts';
import { projectFolder } from '../project.ts';
import { runQuietly } from '../run/processes.ts';
import { compile } from './compile.ts';
import { buildWhenChanged } from './stamp.ts';

const sources = [
  'server/**/*.ts',
  'slices/**/*.ts',
  'contract/**/*.ts',
  'drivers/**/*.ts',
  'cli/**/*.ts',
  'launcher/build/*.ts',
  'package-lock.json',
];

const folder = join(projectFolder, 'dist/server');
/** The bundled portal: `server/main.ts` in one file, with shared code in others. */
export const packedServer = join(folder, 'main.mjs');
/** Folder for Node's compile cache of the bundle. */
export const compiledServer = join(folder, 'compiled');

/**
 * Packs the server when its sources have changed. Node can also run the sources, but it keeps the
 * original and the stripped text of two thousand files in memory, and takes longer to find them
 * than the portal takes to start.
 */
export async function buildServer(): Promise<void> {
  await buildWhenChanged({
    what: 'the server',
    sources,
    folder,
    result: 'main.mjs',
    // A separate process, because bundling needs more memory than the portal, and the launcher
    // keeps running.
    build: (targetFolder) =>
      runQuietly(
        process.execPath,
        ['launcher/build/packServer.ts', targetFolder],
        'Packing the server',
      ),
  });
  if (!existsSync(compiledServer))
    await compile(join(folder, 'portal.mjs'), nodeFlags, compiledServer);
}
