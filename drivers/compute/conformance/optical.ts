import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isoImage } from '../qemu/storage/isoImage.ts';
import { type Bench, expectUserError } from './harness.ts';

/** Rules of `setIso` and `bootFrom`, for every engine. */
export function opticalConformance(bench: () => Bench): void {
  it('inserts and ejects a CD with the server on or off, and boots from CD only when one is inserted', async () => {
    const { engine, dataDir, made, newId } = bench();
    const path = join(dataDir, 'rescue.iso');
    await writeFile(
      path,
      isoImage('RESCUE', [{ name: 'note', content: Buffer.from('note') }], new Date(0)),
    );
    const imageId = newId();
    await engine.importImage({ id: imageId, path, format: 'iso' });
    const { id, source } = await made();
    await expectUserError(engine.bootFrom(id, 'iso'), 'wrongState');
    await expectUserError(engine.setIso(id, newId()), 'notFound');
    if (source.kind === 'image')
      await expectUserError(engine.setIso(id, source.imageId), 'refused');
    expect(await engine.inspect(id)).toMatchObject({ iso: null, bootFrom: 'disk' });
    for (const _attempt of [1, 2]) await engine.setIso(id, imageId);
    for (const _attempt of [1, 2]) await engine.bootFrom(id, 'iso');
    expect(await engine.inspect(id)).toMatchObject({ iso: imageId, bootFrom: 'iso' });
    await expectUserError(engine.removeImage(imageId), 'refused');
    await engine.bootFrom(id, 'disk');
    await engine.start(id);
    for (const _attempt of [1, 2]) await engine.setIso(id, null);
    await engine.setIso(id, imageId);
    expect(await engine.inspect(id)).toMatchObject({ iso: imageId, bootFrom: 'disk', power: 'on' });
    await engine.setIso(id, null);
    await engine.destroy(id);
    await engine.removeImage(imageId);
  });
}
