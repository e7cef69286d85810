import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { projectFolder } from '../project.ts';
import { duration, say } from '../say.ts';

/** Something that is built from sources of the project. */
export interface Built {
  /** For a person: "the web". */
  what: string;
  /** Globs of what it is made of, below the project. */
  sources: readonly string[];
  /** The file whose absence means that it has to be built. */
  result: string;
  build(): Promise<unknown>;
}

/** Builds it when its sources are not those of the last build, or the project lies elsewhere since; says so and how long it took. */
export async function buildWhenChanged({ what, sources, result, build }: Built): Promise<void> {
  const stamp = `${dirname(result)}.stamp`;
  const digest = await digestOf(sources);
  if ((await readText(stamp)) === digest && (await readText(result)) !== '') return;
  say(`building ${what}, because its sources changed since the last build`);
  const started = performance.now();
  await build();
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, digest);
  say(`${what} built in ${duration(performance.now() - started)}`);
}

async function digestOf(patterns: readonly string[]): Promise<string> {
  const paths = [];
  for await (const entry of glob([...patterns], { cwd: projectFolder, withFileTypes: true })) {
    if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256').update(`${projectFolder}\0`);
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
