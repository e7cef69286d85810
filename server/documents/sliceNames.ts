import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '../../contract/index.ts';

const project = join(import.meta.dirname, '../..');

let names: Promise<Map<string, string>> | null = null;

/**
 * The slice of each operation: the folder whose contract declares it. Read once, because the
 * modules are already loaded.
 */
export function sliceNames(): Promise<ReadonlyMap<string, string>> {
  names ??= readNames();
  return names;
}

async function readNames(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const path of glob('slices/*/contract.ts', { cwd: project })) {
    const module = (await import(join(project, path))) as Record<string, unknown>;
    for (const exported of Object.values(module)) {
      if (typeof exported !== 'object' || exported === null) continue;
      for (const [operation, endpoint] of Object.entries(exported))
        if (
          Object.hasOwn(contract, operation) &&
          contract[operation as keyof typeof contract] === endpoint
        )
          found.set(operation, path.split('/')[1] as string);
    }
  }
  return found;
}
