import { join } from 'node:path';
import { runQuietly } from '../processes.ts';
import { projectFolder } from '../project.ts';
import { buildWhenChanged } from './stamp.ts';

const sources = [
  'web/**/*',
  'contract/**/*',
  'slices/*/contract.ts',
  'slices/*/contract/**/*',
  'slices/*/texts/*',
  'slices/*/web/**/*',
  'package-lock.json',
  'tsconfig*.json',
];

/** Builds the web when its sources are not those of the last build. */
export function buildWeb(): Promise<void> {
  return buildWhenChanged({
    what: 'the web',
    sources,
    folder: join(projectFolder, 'dist/web'),
    result: 'index.html',
    build: (into) =>
      runQuietly(
        process.execPath,
        [
          'node_modules/vite/bin/vite.js',
          'build',
          '--config',
          'web/vite.config.ts',
          '--outDir',
          into,
          '--logLevel',
          'warn',
        ],
        'Building the web',
      ),
  });
}
