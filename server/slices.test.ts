import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { contract } from '../contract/index.ts';
import { operationTitle } from './platform/audit/operationTitle.ts';
import type { Context } from './platform/context.ts';
import { collectSlices, defineSlice } from './platform/slice.ts';
import { slices } from './slices.ts';

const collected = collectSlices(slices, contract);

it('every slice folder with a server is listed once', async () => {
  const folders: string[] = [];
  for await (const path of glob('slices/*/*/server/slice.ts'))
    folders.push(path.split('/')[2] ?? '');
  expect(slices.map(({ name }) => name).sort()).toEqual(['platform', ...folders].sort());
});

it.each([
  ['setting', /\bid: '([a-z][A-Za-z]+\.[A-Za-z]+)',\n\s*schema:/g, collected.settings],
  ['email', /\bkind: '([a-z][A-Za-z]+\.[A-Za-z]+)',\n\s*(?:plain|title|sample)/g, collected.mails],
])('every %s is listed by its slice', async (_case, pattern, declared) => {
  const found = new Set<string>();
  for await (const path of glob(['slices/*/*/server/**/*.ts', 'server/platform/**/*.ts'])) {
    if (/\.test\.ts$|\/testing\//.test(path)) continue;
    for (const [, name = ''] of (await readFile(path, 'utf8')).matchAll(pattern)) found.add(name);
  }
  expect(found.size).toBeGreaterThan(20);
  expect([...found].filter((name) => !declared.has(name))).toEqual([]);
});

it('a name can’t be declared by two slices', () => {
  const one = defineSlice({ name: 'one', logTitles: { 'x.y': { en: 'X', he: 'י', ar: 'X' } } });
  expect(() => collectSlices([one, { ...one, name: 'two' }], {})).toThrow(
    'The log title x.y is declared twice.',
  );
});

it('an unknown entry of the activity log is shown with its name', () => {
  const ctx = { services: { slices: collected } } as Context;
  expect(operationTitle(ctx, 'changePowerOf_many.servers', 'he')).toBe(
    'Change power of many servers',
  );
  expect(operationTitle(ctx, 'server.create', 'en')).toBe('Server created');
});
