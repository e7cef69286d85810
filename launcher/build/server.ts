import { join } from 'node:path';
import { runQuietly } from '../processes.ts';
import { projectFolder } from '../project.ts';
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

/** The packed portal: what `server/main.ts` is, in a file. */
export const packedServer = join(projectFolder, 'dist/server/main.mjs');

/** Where Node keeps what it compiled of it, for the next start. */
export const compiledServer = join(projectFolder, 'dist/server/compiled');

/**
 * Packs the server when its sources are not those of the last time. Node runs the sources as well, but keeps the text and the stripped
 * text of two thousand files in memory, and takes longer to find them than the portal takes to start.
 */
export function buildServer(): Promise<void> {
  return buildWhenChanged({
    what: 'the server',
    sources,
    result: packedServer,
    // A process of its own: what packs takes more memory than the portal, and the launcher stays beside it.
    build: () => runQuietly(process.execPath, ['launcher/build/packServer.ts'], 'Packing the server'),
  });
}
