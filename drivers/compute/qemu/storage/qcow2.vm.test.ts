import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipReason } from '../../testing/tinyGuest.ts';
import { writeQcow2 } from './qcow2.ts';

const skipped = skipReason();

describe.skipIf(skipped)(`empty qcow2 disks${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let folder: string;
  const pathOf = (name: string) => join(folder, name);
  const qemuImg = (...args: string[]) => execFileSync('qemu-img', args, { encoding: 'utf8' });
  const read = (name: string) => {
    const {
      'virtual-size': size,
      'backing-filename': backing,
      'backing-filename-format': format,
    } = JSON.parse(qemuImg('info', '--output=json', pathOf(name))) as Record<string, unknown>;
    return { size, backing, format };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloudberth-qcow2-'));
    qemuImg('create', '-q', '-f', 'qcow2', pathOf('image'), '1G');
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([1, 20, 3000, 60_000])('have %i GB, pass the check and are writable', async (sizeGb) => {
    await writeFile(pathOf('disk'), '');
    await writeQcow2(pathOf('disk'), sizeGb * 2 ** 30, null);
    expect(read('disk')).toEqual({ size: sizeGb * 2 ** 30, backing: undefined, format: undefined });
    execFileSync('qemu-io', ['-c', `write -P 7 ${sizeGb * 2 ** 30 - 65_536} 64k`, pathOf('disk')]);
    expect(qemuImg('check', pathOf('disk'))).toContain('No errors were found');
  });

  it('show the content of their base image, identical to a disk of qemu-img', async () => {
    execFileSync('qemu-io', ['-c', 'write -P 5 512M 1M', pathOf('image')]);
    await writeFile(pathOf('overlay'), '');
    await writeQcow2(pathOf('overlay'), 2 * 2 ** 30, { path: 'image', format: 'qcow2' });
    qemuImg('create', '-q', '-f', 'qcow2', '-b', 'image', '-F', 'qcow2', pathOf('expected'), '2G');
    expect(read('overlay')).toEqual(read('expected'));
    expect(qemuImg('compare', pathOf('overlay'), pathOf('expected'))).toContain(
      'Images are identical',
    );
    expect(qemuImg('check', pathOf('overlay'))).toContain('No errors were found');
  });
});
