import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canAccessPath, makeEnterableFolder } from './pathAccess.ts';

let folder: string;
const otherUser = { uid: 65_534, gid: 65_534 };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudberth-reach-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('another user can’t access a path below a folder closed to others', async () => {
  await chmod(folder, 0o700);
  expect(await canAccessPath(join(folder, 'program'), otherUser)).toBe(false);
});

test('another user can access a path below folders that can be traversed but not listed', async () => {
  await chmod(folder, 0o711);
  await makeEnterableFolder(join(folder, 'inside', 'further'));
  expect(await canAccessPath(join(folder, 'inside', 'further', 'program'), otherUser)).toBe(true);
});

test('one closed parent folder is enough to prevent access', async () => {
  await chmod(folder, 0o700);
  await mkdir(join(folder, 'inside'), { mode: 0o755 });
  expect(await canAccessPath(join(folder, 'inside', 'program'), otherUser)).toBe(false);
});
