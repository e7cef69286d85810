import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleSpec } from '../../conformance.ts';
import type { ImageFile } from '../../port.ts';
import { SerialDialogue } from '../../testing/serialDialogue.ts';
import { skipReason, tinyGuestImage } from '../../testing/tinyGuest.ts';
import { QemuEngine } from '../engine.ts';
import { diskNodeName } from '../process/arguments.ts';
import { DataPaths } from '../process/paths.ts';
import { QmpClient } from '../process/qmp.ts';

const skipped = skipReason();
const password = 's3cret word';

describe.skipIf(skipped)(`disks of real servers${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let dataDir: string;
  let engine: QemuEngine;
  let tiny: ImageFile;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-exports-'));
    engine = new QemuEngine({ dataDir });
    tiny = await tinyGuestImage();
    await engine.importImage(tiny);
  }, 300_000);
  afterAll(async () => {
    for (const { id } of await engine.list()) await engine.destroy(id);
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function startGuest(imageId: string): Promise<{ id: string; diskId: string }> {
    const spec = exampleSpec(imageId);
    const userData = `#cloud-config\nhostname: web-1\nuser: admin\npassword: "${password}"\nchpasswd: { expire: false }\n`;
    await engine.create({ ...spec, seed: { metaData: `instance-id: ${spec.id}\n`, userData } });
    await engine.start(spec.id);
    return { id: spec.id, diskId: spec.disks[0]?.id ?? '' };
  }

  async function loggedIn(id: string): Promise<SerialDialogue> {
    const dialogue = await SerialDialogue.open(engine, id);
    await dialogue.waitFor(/login: /, 90_000);
    dialogue.type('admin\n');
    await dialogue.waitFor(/Password: /);
    dialogue.type(`${password}\n`);
    await dialogue.waitFor(/[$#] /);
    return dialogue;
  }

  it('are exported live with their current content, or from a snapshot with its content, and both boot', async () => {
    const { id, diskId } = await startGuest('tiny');
    const guest = await loggedIn(id);
    await guest.run('echo before > note; sync');
    await engine.createSnapshot(id, 'then');
    await guest.run('echo after > note; sync');
    const [now, earlierPath] = [join(dataDir, 'now.qcow2'), join(dataDir, 'then.qcow2')];
    let lastPercent = 0;
    await engine.exportDisk(
      id,
      diskId,
      { path: now },
      { progress: (percent) => (lastPercent = percent) },
    );
    expect(lastPercent).toBeGreaterThanOrEqual(0);
    await engine.exportDisk(id, diskId, { path: earlierPath, snapshotId: 'then' });
    expect(await guest.run('echo still here')).toBe('still here');
    await engine.destroy(id);
    for (const [path, content] of [
      [now, 'after'],
      [earlierPath, 'before'],
    ] as const) {
      const imageId = `of-${content}`;
      await engine.importImage({ id: imageId, path, format: 'qcow2', bootsAs: 'tiny' });
      const copy = await startGuest(imageId);
      expect(await (await loggedIn(copy.id)).run('cat ~admin/note')).toBe(content);
      await engine.destroy(copy.id);
    }
  }, 300_000);

  it('are exported again after the portal process ended during a copy, and a copy stops on request', async () => {
    const { id, diskId } = await startGuest('tiny');
    const slot = { slot: 0 };
    const exported = join(dataDir, 'left.qcow2');
    await engine.exportDisk(id, diskId, { path: exported });
    // QEMU sees only the server's folder.
    const leftover = join(new DataPaths(dataDir).server(id).folder, 'export0.qcow2');
    await rename(exported, leftover);
    // Leftovers of an earlier portal process: a job that never ends, and its target.
    const client = await QmpClient.connect(
      new DataPaths(dataDir).server(id).monitors[2] ?? '',
      30_000,
    );
    await client.execute('blockdev-add', {
      driver: 'qcow2',
      'node-name': 'export0',
      file: { driver: 'file', filename: leftover },
    });
    await client.execute('blockdev-backup', {
      ...{
        'job-id': 'export0',
        device: diskNodeName(slot),
        target: 'export0',
        sync: 'full',
        'auto-dismiss': false,
        speed: 1,
      },
    });
    const stop = new AbortController();
    const path = join(dataDir, 'stopped.qcow2');
    stop.abort();
    await expect(engine.exportDisk(id, diskId, { path }, { signal: stop.signal })).rejects.toThrow(
      /abort/,
    );
    expect(existsSync(path)).toBe(false);
    expect(await engine.exportDisk(id, diskId, { path })).toMatchObject({ virtualSizeGb: 1 });
    expect(await client.execute('query-jobs')).toEqual([]);
    expect((await readdir(dataDir)).filter((name) => name.endsWith('.part'))).toEqual([]);
    client.close();
    await engine.destroy(id);
  }, 120_000);
});
