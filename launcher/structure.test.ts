import { describe, expect, test } from 'vitest';
import { projectFolder } from './project.ts';
import { againstArrows, circles, importsOf, readImports, testCodeInProduct } from './structure.ts';

const link = (from: string, to: string, typeOnly = false) => ({ from, to, typeOnly });

describe('the project', async () => {
  const imports = await readImports(projectFolder);

  test('is found', () => {
    expect(imports.length).toBeGreaterThan(20);
  });

  test('follows the dependency rules', () => {
    expect(againstArrows(imports)).toEqual([]);
  });

  test('has no cycles', () => {
    expect(circles(imports)).toEqual([]);
  });

  test('has no test code in the product', () => {
    expect(testCodeInProduct(imports)).toEqual([]);
  });
});

describe('the dependency rules forbid', () => {
  test.each([
    ['contract/page.ts', 'slices/servers/contract.ts'],
    ['slices/servers/contract.ts', 'server/platform/clock.ts'],
    ['server/platform/http/app.ts', 'slices/servers/server/index.ts'],
    ['server/platform/tasks/queue.ts', 'drivers/compute/port.ts'],
    ['slices/servers/server/rules.ts', 'slices/pricing/server/store.ts'],
    ['slices/servers/server/tasks.ts', 'drivers/compute/qemu.ts'],
    ['drivers/compute/qemu.ts', 'server/platform/log.ts'],
    ['drivers/compute/qemu.ts', 'drivers/mail/port.ts'],
    ['web/client.ts', 'contract/page.ts'],
    ['slices/servers/web/ServerList.tsx', 'slices/pricing/web/PriceList.tsx'],
    ['server/app.ts', 'launcher/say.ts'],
  ])('%s importing %s', (from, to) => {
    expect(againstArrows([link(from, to)])).toHaveLength(1);
  });
});

describe('the dependency rules allow', () => {
  test.each([
    ['slices/servers/server/rules.ts', 'slices/pricing/server/index.ts', false],
    ['slices/servers/server/tasks.ts', 'drivers/compute/port.ts', false],
    ['slices/servers/web/ServerList.tsx', 'slices/servers/contract.ts', true],
    ['server/app.ts', 'slices/servers/server/index.ts', false],
    ['contract/index.ts', 'slices/servers/contract.ts', false],
    ['server/platform/http/binding.test.ts', 'slices/servers/server/index.ts', false],
  ])('%s importing %s', (from, to, typeOnly) => {
    expect(againstArrows([link(from, to, typeOnly)])).toEqual([]);
  });
});

test('a cycle is reported as a chain, unless it consists of type imports only', () => {
  expect(circles([link('a.ts', 'b.ts'), link('b.ts', 'c.ts'), link('c.ts', 'a.ts')])).toEqual([
    'a.ts → b.ts → c.ts → a.ts',
  ]);
  expect(circles([link('a.ts', 'b.ts'), link('b.ts', 'a.ts', true)])).toEqual([]);
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
