import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convertToQcow2 } from './packages.ts';
import { makeWorkFolder } from './workFolder.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('gives only the portal’s user access to a built image, even if an older one was readable by everyone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cloudberth-modes-'));
  try {
    const [raw, disk] = [join(folder, 'raw'), join(folder, 'disk.qcow2')];
    await writeFile(raw, Buffer.alloc(1024 * 1024));
    for (const isCompressed of [false, true]) {
      await writeFile(disk, '', { mode: 0o644 });
      await convertToQcow2(raw, disk, { isCompressed });
      expect((await stat(disk)).size).toBeGreaterThan(0);
      expect(await modeOf(disk)).toBe(0o600);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.skipIf(process.getuid?.() !== 0)(
  'gives only root write access to the work folder of a build that runs as root',
  async () => {
    const workFolder = await makeWorkFolder('test');
    expect(await modeOf(workFolder.path)).toBe(0o711);
    await workFolder.remove();
  },
);
