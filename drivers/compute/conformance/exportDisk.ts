import { existsSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ServerSpec } from '../port.ts';
import { isoImage } from '../qemu/storage/isoImage.ts';
import { type Bench, expectUserError } from './harness.ts';

/** Rules of `exportDisk`, for every engine. */
export function exportDiskConformance(bench: () => Bench): void {
  const boot = (spec: ServerSpec) => spec.disks[0]?.id ?? '';
  const partialFilesIn = async (folder: string) =>
    (await readdir(folder)).filter((name) => name.endsWith('.part'));

  it('exports a disk of a server that is off, as an image for new servers', async () => {
    const { engine, dataDir, made, newId } = bench();
    const spec = await made();
    const path = join(dataDir, 'off.qcow2');
    const exported = await engine.exportDisk(spec.id, boot(spec), { path });
    expect(exported).toEqual({
      sizeBytes: (await stat(path)).size,
      virtualSizeGb: spec.disks[0]?.sizeGb,
    });
    const imageId = newId();
    expect(await engine.importImage({ id: imageId, path, format: 'qcow2' })).toEqual({
      virtualSizeGb: exported.virtualSizeGb,
    });
    const copy = await made({ source: { kind: 'image', imageId } });
    expect(await engine.inspect(copy.id)).toMatchObject({ power: 'off' });
    await engine.destroy(copy.id);
    await engine.destroy(spec.id);
    await engine.removeImage(imageId);
  });

  it('exports a disk of a running server without stopping it, and replaces the file when exporting again', async () => {
    const { engine, dataDir, running } = bench();
    const spec = await running();
    const path = join(dataDir, 'on.qcow2');
    for (const _attempt of [1, 2])
      expect(await engine.exportDisk(spec.id, boot(spec), { path })).toMatchObject({
        virtualSizeGb: spec.disks[0]?.sizeGb,
      });
    expect(await engine.inspect(spec.id)).toMatchObject({ power: 'on', disks: spec.disks });
    expect(await partialFilesIn(dataDir)).toEqual([]);
    await engine.destroy(spec.id);
  });

  it('exports a disk from a snapshot, with the server on or off, and rejects a disk added after the snapshot', async () => {
    const { engine, dataDir, running, newId } = bench();
    const spec = await running();
    const snapshotId = newId();
    await engine.createSnapshot(spec.id, snapshotId);
    const later = { id: newId(), sizeGb: 1 };
    const path = join(dataDir, 'snapshot.qcow2');
    expect((await engine.exportDisk(spec.id, boot(spec), { path, snapshotId })).virtualSizeGb).toBe(
      spec.disks[0]?.sizeGb,
    );
    await engine.stop(spec.id, { graceful: false });
    await engine.exportDisk(spec.id, boot(spec), { path, snapshotId });
    await engine.attachDisk(spec.id, later);
    const rejectedPath = join(dataDir, 'refused.qcow2');
    await expectUserError(
      engine.exportDisk(spec.id, later.id, { path: rejectedPath, snapshotId }),
      'refused',
    );
    await expectUserError(
      engine.exportDisk(spec.id, boot(spec), { path: rejectedPath, snapshotId: newId() }),
      'notFound',
    );
    expect(existsSync(rejectedPath)).toBe(false);
    await engine.destroy(spec.id);
  });

  it('rejects unknown disks and invalid paths, and leaves no file behind when aborted', async () => {
    const { engine, dataDir, made, newId } = bench();
    const spec = await made();
    const path = join(dataDir, 'absent.qcow2');
    await expectUserError(engine.exportDisk(newId(), boot(spec), { path }), 'notFound');
    await expectUserError(engine.exportDisk(spec.id, newId(), { path }), 'notFound');
    await expectUserError(
      engine.exportDisk(spec.id, boot(spec), { path: 'absent.qcow2' }),
      'refused',
    );
    await expect(
      engine.exportDisk(spec.id, boot(spec), { path }, { signal: AbortSignal.abort() }),
    ).rejects.toThrow(/abort/);
    expect(existsSync(path)).toBe(false);
    expect(await partialFilesIn(dataDir)).toEqual([]);
    await engine.destroy(spec.id);
  });
}

/** The format detection of CDs, for every engine. */
export function cdConformance(bench: () => Bench): void {
  it('imports a CD as an image, and rejects creating a server from it', async () => {
    const { engine, dataDir, made, newId } = bench();
    const path = join(dataDir, 'cd.iso');
    const imageId = newId();
    await writeFile(
      path,
      isoImage('TEST', [{ name: 'file', content: Buffer.from('content') }], new Date(0)),
    );
    expect(await engine.importImage({ id: imageId, path, format: 'iso' })).toEqual({
      virtualSizeGb: 1,
    });
    await expectUserError(made({ source: { kind: 'image', imageId } }), 'refused');
    await engine.removeImage(imageId);
  });
}
