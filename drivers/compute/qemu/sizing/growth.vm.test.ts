import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleSpec } from '../../conformance.ts';
import type { ServerSpec } from '../../port.ts';
import { rescueBanner, rescueIso } from '../../testing/rescueIso.ts';
import { SerialDialogue } from '../../testing/serialDialogue.ts';
import { skipReason, tinyGuestImage } from '../../testing/tinyGuest.ts';
import { QemuEngine } from '../engine.ts';
import { until } from '../until.ts';

const skipped = skipReason();

describe.skipIf(skipped)(
  `a real server that changes while it runs${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let dataDir: string;
    let engine: QemuEngine;

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-care-'));
      engine = new QemuEngine({ dataDir });
      await engine.importImage(await tinyGuestImage());
    }, 300_000);
    afterAll(async () => {
      for (const { id } of await engine.list()) await engine.destroy(id);
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    const createServer = async (changes: Partial<ServerSpec> = {}) => {
      const example = exampleSpec('tiny');
      const userData = '#cloud-config\nuser: admin\npassword: secret\n';
      const spec = { ...example, seed: { ...example.seed, userData }, ...changes };
      await engine.create(spec);
      return spec;
    };
    const loggedIn = async (id: string) => {
      const guest = await SerialDialogue.open(engine, id);
      await guest.waitFor(/login: /, 90_000);
      guest.type('admin\n');
      await guest.waitFor(/Password: /);
      guest.type('secret\n');
      await guest.waitFor(/[$#] /);
      return guest;
    };

    it('the guest sees hot-plugged cores and memory without a restart, also after its snapshot is resumed', async () => {
      const { id } = await createServer({ cores: 1, ramMb: 1024 });
      await engine.start(id);
      const guest = await loggedIn(id);
      await guest.run('sleep 999 & echo');
      const memoryMb = async () =>
        Number(await guest.run("awk '/MemTotal/{print int($2/1024)}' /proc/meminfo"));
      const before = await memoryMb();
      // Linux reserves 64 MB of it, because memory can be hot-plugged.
      expect(before).toBeGreaterThan(850);
      await engine.resize(id, { cores: 3, ramMb: 1536 });
      const hasGrown = async () =>
        (await guest.run('nproc')) === '3' && (await memoryMb()) >= before + 500;
      expect(await until(hasGrown, 30_000, { everyMs: 300 })).toBe(true);
      expect(await guest.run('kill -0 %1 && echo still there')).toBe('still there');

      await engine.createSnapshot(id, 'grown');
      await engine.stop(id, { graceful: false });
      expect(await engine.revertSnapshot(id, 'grown')).toEqual({ power: 'on' });
      const secondDialogue = await SerialDialogue.open(engine, id);
      expect(await secondDialogue.run('nproc; kill -0 %1 && echo still there')).toBe(
        '3\nstill there',
      );
      await engine.destroy(id);
    }, 180_000);

    it('copies of a snapshot of a running server and imported exports have the disk content of that moment', async () => {
      const spec = await createServer();
      await engine.start(spec.id);
      const guest = await loggedIn(spec.id);
      await guest.run('echo first > note; sync');
      await engine.createSnapshot(spec.id, 'moment', { memory: false });
      await guest.run('echo second > note; sync');
      const disk = spec.disks[0]?.id ?? '';
      const path = join(dataDir, 'exported.qcow2');
      await engine.exportDisk(spec.id, disk, { path, snapshotId: 'moment' });
      const copy = await createServer({
        source: { kind: 'server', serverId: spec.id, snapshotId: 'moment' },
        disks: [{ id: 'copied', sizeGb: 2 }],
      });
      await engine.start(copy.id);
      const copied = await loggedIn(copy.id);
      expect(await copied.run('cat note')).toBe('first');
      await engine.destroy(copy.id);

      await engine.stop(spec.id, { graceful: true });
      await engine.importDisk(spec.id, disk, { path });
      await engine.start(spec.id);
      const restored = await loggedIn(spec.id);
      expect(await restored.run('cat note')).toBe('first');
      await engine.destroy(spec.id);
    }, 240_000);

    it('boots a rescue CD instead of its disk, and then its disk again', async () => {
      const path = join(dataDir, 'rescue.iso');
      await writeFile(path, rescueIso());
      await engine.importImage({ id: 'rescue', path, format: 'iso' });
      const { id } = await createServer();
      await engine.setIso(id, 'rescue');
      await engine.bootFrom(id, 'iso');
      await engine.start(id);
      const screen = await SerialDialogue.open(engine, id);
      await screen.waitFor(new RegExp(rescueBanner), 60_000);
      await engine.stop(id, { graceful: false });
      await engine.bootFrom(id, 'disk');
      await engine.setIso(id, null);
      await engine.start(id);
      await loggedIn(id);
      await engine.destroy(id);
    }, 180_000);
  },
);
