import { expect, it } from 'vitest';
import { type Bench, expectUserError } from './harness.ts';

/** Rules of `resize` for a server that is on, for every engine. */
export function growthConformance(bench: () => Bench): void {
  it('adds cores and memory to a running server within its room, and requires it to be off for any other change', async () => {
    const { engine, running } = bench();
    const { id } = await running({ cores: 1, ramMb: 1024 });
    const growthLimit = (await engine.inspect(id))?.room;
    expect(growthLimit?.cores).toBeGreaterThan(1);
    expect(growthLimit?.ramMb).toBeGreaterThan(1024);
    for (const _attempt of [1, 2]) await engine.resize(id, { cores: 2, ramMb: 1536 });
    expect(await engine.inspect(id)).toMatchObject({
      cores: 2,
      ramMb: 1536,
      power: 'on',
      room: growthLimit,
    });
    await expectUserError(engine.resize(id, { cores: 1, ramMb: 1536 }), 'wrongState');
    await expectUserError(engine.resize(id, { cores: 2, ramMb: 1024 }), 'wrongState');
    await expectUserError(
      engine.resize(id, { cores: (growthLimit?.cores ?? 0) + 1, ramMb: 1536 }),
      'wrongState',
    );
    await expectUserError(
      engine.resize(id, { cores: 2, ramMb: (growthLimit?.ramMb ?? 0) + 1024 }),
      'wrongState',
    );
    await engine.suspend(id);
    await expectUserError(engine.resize(id, { cores: 3, ramMb: 1536 }), 'wrongState');
    await engine.stop(id, { graceful: false });
    expect((await engine.inspect(id))?.room).toBeUndefined();
    await engine.start(id);
    expect(await engine.inspect(id)).toMatchObject({ cores: 2, ramMb: 1536, power: 'on' });
    await engine.destroy(id);
  });

  it('restores the memory of a snapshot taken after the server grew, whether the server is on or off', async () => {
    const { engine, running, newId } = bench();
    const { id } = await running({ cores: 1, ramMb: 1024 });
    await engine.resize(id, { cores: 2, ramMb: 1280 });
    const snapshotId = newId();
    expect(await engine.createSnapshot(id, snapshotId)).toMatchObject({ withMemory: true });
    expect(await engine.revertSnapshot(id, snapshotId)).toEqual({ power: 'on' });
    await engine.stop(id, { graceful: false });
    await engine.start(id);
    expect(await engine.revertSnapshot(id, snapshotId)).toEqual({ power: 'on' });
    await engine.stop(id, { graceful: false });
    expect(await engine.revertSnapshot(id, snapshotId)).toEqual({ power: 'on' });
    expect(await engine.inspect(id)).toMatchObject({ cores: 2, ramMb: 1280 });
    await engine.destroy(id);
  });
}
