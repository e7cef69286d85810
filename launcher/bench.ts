import { glob } from 'node:fs/promises';
import { basename } from 'node:path';
import { buildServer } from './build/server.ts';
import { buildWeb } from './build/web.ts';
import { printStatus, UserError } from './output.ts';
import { projectFolder } from './project.ts';
import { runScript } from './run/processes.ts';

/**
 * Runs one benchmark or all of them. Each is a file `<name>.bench.ts` below `bench/` that prints its results
 * and exits with 1 when it misses its target.
 */
export async function bench([name]: string[]): Promise<number> {
  const files = await measurements();
  const names = [...files.keys()];
  if (name !== undefined && !names.includes(name))
    throw new UserError(
      `There is no benchmark "${name}". Benchmarks: ${names.join(', ') || 'none yet'}.`,
    );
  await Promise.all([buildServer(), buildWeb()]);
  const missed: string[] = [];
  for (const chosen of name === undefined ? names : [name]) {
    printStatus(`running benchmark ${chosen}`);
    const file = files.get(chosen) ?? '';
    if ((await runScript(file, [])) !== 0) missed.push(chosen);
  }
  if (missed.length > 0) printStatus(`benchmarks that missed their targets: ${missed.join(', ')}`);
  return missed.length > 0 ? 1 : 0;
}

/** The benchmark files by name. */
async function measurements(): Promise<Map<string, string>> {
  const files = await Array.fromAsync(glob('bench/**/*.bench.ts', { cwd: projectFolder }));
  const entries = files.map((file): [string, string] => [basename(file, '.bench.ts'), file]);
  return new Map(entries.sort(([a], [b]) => a.localeCompare(b)));
}
