import { join } from 'node:path';
import { runQuietly } from '../processes.ts';
import { projectFolder } from '../project.ts';
import { buildWhenChanged } from './stamp.ts';

const sources = [
  'web/**/*',
  'contract/**/*',
  'slices/*/contract.ts',
  'slices/*/contract/**/*',
  'slices/*/web/**/*',
  'package-lock.json',
  'tsconfig*.json',
];

/** Builds the web when its sources are not those of the last build. */
export function buildWeb(): Promise<void> {
  return buildWhenChanged({
    what: 'the web',
    sources,
    result: join(projectFolder, 'dist/web/index.html'),
    build: () =>
      runQuietly(
        process.execPath,
        ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
        'Building the web',
      ),
  });
}
