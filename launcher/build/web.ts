import { join } from 'node:path';
import { projectFolder } from '../project.ts';
import { runQuietly } from '../run/processes.ts';
import { buildWhenChanged } from './stamp.ts';

const sources = [
  'web/**/*',
  'contract/**/*',
  'slices/*/*/contract.ts',
  'slices/*/*/contract/**/*',
  'slices/*/*/texts/*',
  'slices/*/*/web/**/*',
  'package-lock.json',
  'tsconfig*.json',
];

/** Builds the web when its sources have changed since the last build. */
export const buildWeb = (): Promise<void> => build({ what: 'the web', folder: builtWeb });

/** Builds the web with accented English, for tests. */
export const buildAccentedWeb = (): Promise<void> =>
  build({
    what: 'the web in accented English',
    folder: accentedWeb,
    environment: { CLOUDBERTH_ACCENTED: '1' },
  });

const builtWeb = join(projectFolder, 'dist/web');
export const accentedWeb = join(projectFolder, 'dist/web-accented');

interface WebBuild {
  what: string;
  folder: string;
  environment?: Record<string, string>;
}

const build = ({ what, folder, environment = {} }: WebBuild): Promise<void> =>
  buildWhenChanged({
    what,
    sources,
    folder,
    result: 'index.html',
    build: (targetFolder) =>
      runQuietly(
        process.execPath,
        [
          'node_modules/vite/bin/vite.js',
          'build',
          '--config',
          'web/vite.config.ts',
          '--outDir',
          targetFolder,
          '--logLevel',
          'warn',
        ],
        'Building the web',
        { env: { ...process.env, ...environment } },
      ),
  });
