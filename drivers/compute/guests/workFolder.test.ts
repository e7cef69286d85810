import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { makeWorkFolder } from './workFolder.ts';

test('deletes a work folder when it is released', async () => {
  const workFolder = await makeWorkFolder('test');
  await mkdir(join(workFolder.path, 'root'));
  await writeFile(join(workFolder.path, 'root/file'), 'content');
  await workFolder.remove();
  expect(existsSync(workFolder.path)).toBe(false);
});

test('leaves no work folder behind when a process is killed', async () => {
  const script = `const { makeWorkFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'workFolder.ts'))});
    const { writeFile } = await import('node:fs/promises');
    const { path } = await makeWorkFolder('test');
    await writeFile(path + '/file', 'content');
    console.log(path);
    setInterval(() => {}, 1000);`;
  const builder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [path] = (await once(createInterface(builder.stdout), 'line')) as [string];
  expect(existsSync(join(path, 'file'))).toBe(true);
  builder.kill('SIGKILL');
  await expect.poll(() => existsSync(path), { timeout: 10_000 }).toBe(false);
});
