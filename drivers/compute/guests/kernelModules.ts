import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { GuestBuildError, runBuild } from './packages.ts';

const extensions = ['.ko', '.ko.xz'] as const;

/**
 * Copies kernel modules with all their dependencies, and returns their names in loading order.
 * Modules that are built into this kernel have no file and are omitted.
 */
export async function copyModules(
  kernelFolder: string,
  names: readonly string[],
  targetFolder: string,
): Promise<string[]> {
  const files = await moduleFiles(kernelFolder);
  const builtIn = (await readFile(join(kernelFolder, 'modules.builtin'), 'utf8'))
    .split('\n')
    .map(moduleName);
  const ordered: string[] = [];
  const visit = async (name: string) => {
    if (ordered.includes(name) || builtIn.includes(name)) return;
    const file = files.get(name);
    if (!file) throw new GuestBuildError(`The kernel package has no module ${name}.`);
    const target = join(targetFolder, `${name}.ko`);
    if (file.endsWith('.xz')) await runBuild('sh', ['-c', 'xz -dc "$0" > "$1"', file, target]);
    else await copyFile(file, target);
    for (const dependency of await dependenciesOf(target)) await visit(dependency);
    ordered.push(name);
  };
  for (const name of names) await visit(name);
  return ordered;
}

/** Writes the loading order, one name per line. */
export async function writeOrder(file: string, names: readonly string[]): Promise<void> {
  await writeFile(file, names.map((name) => `${name}\n`).join(''));
}

async function moduleFiles(kernelFolder: string): Promise<Map<string, string>> {
  const found = await runBuild('find', [join(kernelFolder, 'kernel'), '-name', '*.ko*']);
  const paths = found
    .split('\n')
    .filter((path) => extensions.some((extension) => path.endsWith(extension)));
  return new Map(paths.map((path) => [moduleName(path), path]));
}

/** The dependencies of a module, from `depends=a,b` in its NUL-separated metadata. */
async function dependenciesOf(file: string): Promise<string[]> {
  const binary = (await readFile(file)).toString('latin1');
  const found = /\0depends=([^\0]*)\0/.exec(binary)?.[1] ?? '';
  return found.split(',').filter(Boolean).map(moduleName);
}

const moduleName = (path: string) =>
  basename(path)
    .replace(/\.ko.*$/, '')
    .replaceAll('-', '_');
