import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../project.ts';
import { longest, longestFirst } from './longestFirst.ts';

test('starts with the slowest files and keeps the order of the others', () => {
  const [first = '', second = ''] = longest;
  const paths = ['b.test.ts', second, 'a.test.ts', first].map((path) => join(projectFolder, path));
  const order = [first, second, 'b.test.ts', 'a.test.ts'].map((path) => join(projectFolder, path));
  expect(longestFirst(paths, (path) => path)).toEqual(order);
});

test.each(longest)('matches %s by its name', async (path) => {
  await expect(access(join(projectFolder, path))).resolves.toBeUndefined();
});
