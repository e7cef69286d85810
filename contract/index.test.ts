import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { contract } from './index.ts';

const slices = new URL('../slices/', import.meta.url);

/** The operations of every slice, by its file, before they are put together. */
async function declared(): Promise<[name: string, endpoint: Endpoint][]> {
  const all: [string, Endpoint][] = [];
  for (const slice of await readdir(slices)) {
    const file = new URL(`${slice}/contract.ts`, slices);
    if (!existsSync(file)) continue;
    const module = (await import(file.pathname)) as Record<string, Record<string, Endpoint>>;
    for (const [name, operations] of Object.entries(module))
      if (name.endsWith('Endpoints')) all.push(...Object.entries(operations));
  }
  return all;
}

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.indexOf(name) !== at);

describe('the contract', () => {
  it('contains every operation of every slice, with unique names', async () => {
    const names = (await declared()).map(([name]) => name);
    expect(repeated(names)).toEqual([]);
    expect(Object.keys(contract).sort()).toEqual([...names].sort());
  });

  it('has each method of each path once', async () => {
    const addresses = Object.values(contract as Record<string, Endpoint>).map(
      ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(repeated(addresses)).toEqual([]);
  });
});
