import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ServerSpec } from '../port.ts';
import { type Bench, expectUserError } from './harness.ts';

const bootOf = (spec: ServerSpec) => spec.disks[0]?.id ?? '';

/** Rules for disks created from snapshots and from exported files, for every engine. */
export function copiedDisksConformance(bench: () => Bench): void {
  it('creates a server from a snapshot of a server that keeps running', async () => {
    const { engine, made, running, newId } = bench();
    const original = await running();
    const snapshotId = newId();
    await engine.createSnapshot(original.id, snapshotId);
    const source = { kind: 'server', serverId: original.id, snapshotId } as const;
    const copy = await made({ source, disks: [{ id: newId(), sizeGb: 2 }] });
    expect(await engine.inspect(copy.id)).toMatchObject({
      power: 'off',
      disks: copy.disks,
      snapshots: [],
    });
    expect(await engine.inspect(original.id)).toMatchObject({
      power: 'on',
      snapshots: [snapshotId],
    });
    await expectUserError(made({ source: { ...source, snapshotId: newId() } }), 'notFound');
    await engine.start(copy.id);
    await engine.destroy(copy.id);
    await engine.destroy(original.id);
  });

  it('creates a disks-only snapshot while the server keeps running', async () => {
    const { engine, running, newId } = bench();
    const { id } = await running();
    const snapshotId = newId();
    expect(await engine.createSnapshot(id, snapshotId, { memory: false })).toEqual({
      withMemory: false,
      sizeBytes: 0,
    });
    expect(await engine.inspect(id)).toMatchObject({ power: 'on', snapshots: [snapshotId] });
    expect(await engine.revertSnapshot(id, snapshotId)).toEqual({ power: 'off' });
    await engine.deleteSnapshot(id, snapshotId);
    expect((await engine.inspect(id))?.snapshots).toEqual([]);
    await engine.destroy(id);
  });

  it('creates a server from exported files, and restores a file to a disk of a server that is off', async () => {
    const { engine, dataDir, made, newId } = bench();
    const original = await made();
    const path = join(dataDir, `${newId()}.qcow2`);
    await engine.exportDisk(original.id, bootOf(original), { path });
    const imageId = original.source.kind === 'image' ? original.source.imageId : null;
    const source = { kind: 'files', paths: [path], imageId } as const;
    const copy = await made({ source, disks: [{ id: newId(), sizeGb: 2 }] });
    expect((await engine.inspect(copy.id))?.disks).toEqual(copy.disks);
    const snapshotId = newId();
    await engine.createSnapshot(copy.id, snapshotId);
    for (const _attempt of [1, 2]) await engine.importDisk(copy.id, bootOf(copy), { path });
    expect((await engine.inspect(copy.id))?.snapshots).toEqual([snapshotId]);
    expect(await engine.revertSnapshot(copy.id, snapshotId)).toEqual({ power: 'off' });
    await expectUserError(engine.importDisk(copy.id, newId(), { path }), 'notFound');
    await expectUserError(
      engine.importDisk(copy.id, bootOf(copy), { path: 'relative.qcow2' }),
      'refused',
    );
    await engine.start(copy.id);
    await expectUserError(engine.importDisk(copy.id, bootOf(copy), { path }), 'wrongState');
    await engine.destroy(copy.id);
    await engine.destroy(original.id);
  });
}
