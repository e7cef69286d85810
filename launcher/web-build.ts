import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runQuietly } from './processes.ts';
import { projectFolder } from './project.ts';
import { duration, say } from './say.ts';

const sources = [
  'web/**/*',
  'contract/**/*',
  'slices/*/contract.ts',
  'slices/*/contract/**/*',
  'slices/*/web/**/*',
  'package-lock.json',
  'tsconfig*.json',
];
const stampFile = join(projectFolder, 'dist', '.stamp');
const indexFile = join(projectFolder, 'dist', 'web', 'index.html');

/** Builds the web when its sources are not those of the last build. */
export async function buildWeb(): Promise<void> {
  const digest = await digestOf(sources);
  if ((await readText(stampFile)) === digest && (await readText(indexFile)) !== '') return;
  say('building the web, because its sources changed since the last build');
  const started = performance.now();
  await runQuietly(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'],
    'Building the web',
  );
  await mkdir(join(projectFolder, 'dist'), { recursive: true });
  await writeFile(stampFile, digest);
  say(`web built in ${duration(performance.now() - started)}`);
}

async function digestOf(patterns: string[]): Promise<string> {
  const paths = [];
  for await (const entry of glob(patterns, { cwd: projectFolder, withFileTypes: true })) {
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  for (const path of paths.sort())
    hash
      .update(`${relative(projectFolder, path)}\0`)
      .update(await readFile(path))
      .update('\0');
  return hash.digest('hex');
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
