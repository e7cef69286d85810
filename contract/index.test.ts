import { glob } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { contract } from './index.ts';
import { merged } from './merged.ts';

const slices = new URL('../slices/', import.meta.url);

/** The operations of every slice, by file, before they are merged. */
async function declaredEndpoints(): Promise<[name: string, endpoint: Endpoint][]> {
  const all: [string, Endpoint][] = [];
  for await (const path of glob('*/*/contract.ts', { cwd: slices })) {
    const file = new URL(path, slices);
    const module = (await import(file.pathname)) as Record<string, Record<string, Endpoint>>;
    for (const [name, operations] of Object.entries(module))
      if (name.endsWith('Endpoints')) all.push(...Object.entries(operations));
  }
  return all;
}

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

/** Terms that Hebrew writes in Latin letters. */
const termsInHebrew = /\b(?:OpenAPI|API|CSV|DNS|IP|ISO|SSH|cloud-init|webhook)\b/g;

describe('the contract', () => {
  it('contains every operation of every slice, with unique names', async () => {
    const names = (await declaredEndpoints()).map(([name]) => name);
    expect(repeated(names)).toEqual([]);
    expect(Object.keys(contract).sort()).toEqual([...names].sort());
  });

  it('has each method of each path once', async () => {
    const addresses = Object.values(contract as Record<string, Endpoint>).map(
      ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(repeated(addresses)).toEqual([]);
  });

  it('has a title for each operation, in its language', () => {
    for (const { title } of Object.values<Endpoint>(contract)) {
      expect(title.en).toMatch(/^[A-Z][^\u0590-\u05ff]+[^.]$/);
      expect(title.he.replaceAll(termsInHebrew, '')).toMatch(/^[\u0590-\u05ff][^A-Za-z]+[^.]$/);
    }
  });

  it.each(['en', 'he'] as const)(
    'has different titles for different operations: %s',
    (language) => {
      expect(
        repeated(Object.values<Endpoint>(contract).map(({ title }) => title[language])),
      ).toEqual([]);
    },
  );

  it('has each name only once', () => {
    const declared = { x: { errors: { same: 1 } }, y: { errors: { same: 2 } } };
    expect(() => merged(declared, 'errors')).toThrow('same is declared twice in errors.');
  });
});
