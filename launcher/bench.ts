import { glob } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buildServer } from './build/server.ts';
import { buildWeb } from './build/web.ts';
import { runScript } from './processes.ts';
import { projectFolder } from './project.ts';
import { say, UserError } from './say.ts';

/**
 * Runs one benchmark or all of them. Each is a file `bench/<name>.bench.ts` that prints its results
 * and exits with 1 when it misses its target.
 */
export async function bench([name]: string[]): Promise<number> {
  const names = await measurements();
  if (name !== undefined && !names.includes(name))
    throw new UserError(
      `There is no benchmark "${name}". Benchmarks: ${names.join(', ') || 'none yet'}.`,
    );
  await Promise.all([buildServer(), buildWeb()]);
  const missed: string[] = [];
  for (const chosen of name === undefined ? names : [name]) {
    say(`running benchmark ${chosen}`);
    if ((await runScript(join('bench', `${chosen}.bench.ts`), [])) !== 0) missed.push(chosen);
  }
  if (missed.length > 0) say(`benchmarks that missed their targets: ${missed.join(', ')}`);
  return missed.length > 0 ? 1 : 0;
}

async function measurements(): Promise<string[]> {
  const names: string[] = [];
  for await (const file of glob('bench/*.bench.ts', { cwd: projectFolder }))
    names.push(basename(file, '.bench.ts'));
  return names.sort();
}
