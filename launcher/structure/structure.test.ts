import { describe, expect, test } from 'vitest';
import { projectFolder } from '../project.ts';
import {
  forbiddenImports,
  importCycles,
  importsOf,
  levelsOf,
  oversizedFolders,
  readImports,
  testCodeInProduct,
} from './structure.ts';

const link = (from: string, to: string, typeOnly = false) => ({ from, to, typeOnly });

describe('the project', async () => {
  const imports = await readImports(projectFolder);

  test('is found', () => {
    expect(imports.length).toBeGreaterThan(20);
  });

  test('follows the dependency rules', () => {
    expect(forbiddenImports(imports)).toEqual([]);
  });

  test('has no cycles', () => {
    expect(importCycles(imports)).toEqual([]);
  });

  test('has at most eight levels of slices', () => {
    const levels = [...levelsOf(imports)].filter(([, level]) => level > 8);
    expect(levels).toEqual([]);
  });

  test('has at most 20 source files in a folder', async () => {
    expect(await oversizedFolders(projectFolder, 20)).toEqual(new Map());
  });

  test('has no test code in the product', () => {
    expect(testCodeInProduct(imports)).toEqual([]);
  });
});

describe('the dependency rules forbid', () => {
  test.each([
    ['contract/fields/page.ts', 'slices/cloud/servers/contract.ts'],
    ['slices/cloud/servers/contract.ts', 'server/platform/clock.ts'],
    ['server/platform/http/app.ts', 'slices/cloud/servers/server/index.ts'],
    ['server/platform/tasks/queue.ts', 'drivers/compute/port.ts'],
    ['slices/cloud/servers/server/rules.ts', 'slices/money/pricing/server/store.ts'],
    ['slices/cloud/servers/server/tasks.ts', 'drivers/compute/qemu.ts'],
    ['drivers/compute/qemu.ts', 'server/platform/log.ts'],
    ['drivers/compute/qemu.ts', 'drivers/mail/port.ts'],
    ['web/client.ts', 'contract/fields/page.ts'],
    ['slices/cloud/servers/web/ServerList.tsx', 'slices/money/pricing/web/PriceList.tsx'],
    ['slices/money/pricing/server/store.ts', 'slices/cloud/servers/server/index.ts'],
    ['server/app.ts', 'launcher/output.ts'],
  ])('%s importing %s', (from, to) => {
    expect(forbiddenImports([link(from, to)])).toHaveLength(1);
  });
});

describe('the dependency rules allow', () => {
  test.each([
    ['slices/cloud/servers/server/rules.ts', 'slices/money/pricing/server/index.ts', false],
    ['slices/cloud/servers/server/tasks.ts', 'drivers/compute/port.ts', false],
    ['slices/cloud/servers/web/ServerList.tsx', 'slices/cloud/servers/contract.ts', true],
    ['server/app.ts', 'slices/cloud/servers/server/index.ts', false],
    ['contract/index.ts', 'slices/cloud/servers/contract.ts', false],
    ['server/platform/http/binding.test.ts', 'slices/cloud/servers/server/index.ts', false],
  ])('%s importing %s', (from, to, typeOnly) => {
    expect(forbiddenImports([link(from, to, typeOnly)])).toEqual([]);
  });
});

test('levels of slices are counted, and slices that depend on each other are reported', () => {
  const file = (slice: string) => `slices/people/${slice}/server/index.ts`;
  const chain = [
    link(file('a'), file('b')),
    link(file('b'), file('c'), true),
    link(file('c'), 'web/x.ts'),
  ];
  expect(Object.fromEntries(levelsOf(chain))).toEqual({ a: 3, b: 2, c: 1 });
  expect(() => levelsOf([...chain, link(file('c'), file('a'))])).toThrow('a → b → c → a');
});

test('a cycle is reported as a chain, unless it consists of type imports only', () => {
  expect(importCycles([link('a.ts', 'b.ts'), link('b.ts', 'c.ts'), link('c.ts', 'a.ts')])).toEqual([
    'a.ts → b.ts → c.ts → a.ts',
  ]);
  expect(importCycles([link('a.ts', 'b.ts'), link('b.ts', 'a.ts', true)])).toEqual([]);
});

test('imports of every form are detected', () => {
  const source = `import './styles.css';
import type { A } from '../contract/a.ts';
import { type B, type C } from './b.ts';
import { type D, e } from './d.ts';
import {
  f,
} from './f.ts';
export * from './g.ts';
import fs from 'node:fs';
const lazy = () => import('./h.ts');`;
  expect(importsOf('web/main.ts', source)).toEqual([
    link('web/main.ts', 'web/styles.css'),
    link('web/main.ts', 'contract/a.ts', true),
    link('web/main.ts', 'web/b.ts', true),
    link('web/main.ts', 'web/d.ts'),
    link('web/main.ts', 'web/f.ts'),
    link('web/main.ts', 'web/g.ts'),
    link('web/main.ts', 'web/h.ts'),
  ]);
});
