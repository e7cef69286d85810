import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '../project.ts';
import { longest, longestFirst } from './longestFirst.ts';

test('begins with the files that take longest and leaves the others as they were', () => {
  const [first = '', second = ''] = longest;
  const paths = ['b.test.ts', second, 'a.test.ts', first].map((path) => join(projectFolder, path));
  const order = [first, second, 'b.test.ts', 'a.test.ts'].map((path) => join(projectFolder, path));
  expect(longestFirst(paths, (path) => path)).toEqual(order);
});

test.each(longest)('knows %s by the name it has', async (path) => {
  await expect(access(join(projectFolder, path))).resolves.toBeUndefined();
});
