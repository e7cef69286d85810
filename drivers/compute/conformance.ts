import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyFirewallConformance } from './conformance/applyFirewall.ts';
import { copiedDisksConformance } from './conformance/disks.ts';
import { cdConformance, exportDiskConformance } from './conformance/exportDisk.ts';
import { growthConformance } from './conformance/growth.ts';
import { guestExecConformance } from './conformance/guestExec.ts';
import { type Bench, expectUserError } from './conformance/harness.ts';
import { openTcpConformance } from './conformance/openTcp.ts';
import { opticalConformance } from './conformance/optical.ts';
import type { ComputeEngine, EngineErrorKind, ImageFile, NicSpec, ServerSpec } from './port.ts';

export { expectUserError };

export interface ConformanceOptions {
  /** The image for every server in the suite. */
  image: () => Promise<ImageFile>;
  /** Smallest boot disk for that image. Default 1. */
  bootDiskGb?: number;
  /** Waits until the guest responds to the power button. Omitted for engines without guests. */
  untilUp?: (engine: ComputeEngine, id: string) => Promise<void>;
  /** Returns what is left on the machine of a server that was destroyed. Expected to be empty. */
  leftovers?: (dataDir: string, id: string) => Promise<string[]>;
}

let counter = 0;
const newId = () =>
  `00000000-0000-4000-8000-${String(process.pid * 1000 + ++counter).padStart(12, '0')}`;

export function exampleNic(changes: Partial<NicSpec> = {}): NicSpec {
  const number = ++counter;
  const mac = `52:54:00:00:${hex(number >> 8)}:${hex(number)}`;
  const ipv4 = { address: '10.20.30.40', prefix: 24, gateway: '10.20.30.1', dns: ['1.1.1.1'] };
  return { id: newId(), mac, ipv4, connected: true, ...changes };
}
const hex = (value: number) => (value & 255).toString(16).padStart(2, '0');

export function exampleSpec(imageId: string | null, changes: Partial<ServerSpec> = {}): ServerSpec {
  const id = newId();
  return {
    id,
    name: 'conformance',
    cores: 1,
    ramMb: 128,
    disks: [{ id: newId(), sizeGb: 1 }],
    nics: [exampleNic()],
    source: imageId ? { kind: 'image', imageId } : { kind: 'blank' },
    seed: {
      metaData: `instance-id: ${id}\nlocal-hostname: conformance\n`,
      userData: '#cloud-config\npassword: conformance\n',
    },
    ...changes,
  };
}

/**
 * Verifies the rules of `port.ts` for an engine. `makeEngine` is called again with the same folder
 * to simulate a restart of the portal.
 */
export function describeComputeConformance(
  name: string,
  makeEngine: (dataDir: string) => ComputeEngine,
  options: ConformanceOptions,
): void {
  describe(`compute engine ${name} keeps the port's rules`, () => {
    let dataDir: string;
    let engine: ComputeEngine;
    let image: ImageFile;
    const bootDiskGb = options.bootDiskGb ?? 1;

    const createServer = async (changes: Partial<ServerSpec> = {}) => {
      const spec = exampleSpec(image.id, {
        disks: [{ id: newId(), sizeGb: bootDiskGb }],
        ...changes,
      });
      await engine.create(spec);
      return spec;
    };
    const createRunning = async (changes: Partial<ServerSpec> = {}) => {
      const spec = await createServer(changes);
      await engine.start(spec.id);
      return spec;
    };
    const powerOf = async (id: string) => (await engine.inspect(id))?.power;
    const bootDisk = (spec: ServerSpec) => spec.disks[0]?.id ?? '';

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-conformance-'));
      engine = makeEngine(dataDir);
      image = await options.image();
      await engine.importImage(image);
    }, 300_000);

    afterAll(async () => {
      for (const { id } of await engine.list()) await engine.destroy(id);
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    it('reports its capabilities and its host', async () => {
      const capabilities = await engine.capabilities();
      expect(capabilities).toMatchObject({ engine: engine.name, ready: true });
      expect(capabilities.description.length).toBeGreaterThan(10);
      const [host] = await engine.hosts();
      expect(host).toMatchObject({ engine: engine.name, acceleration: capabilities.acceleration });
      expect(host?.memoryMb.total).toBeGreaterThanOrEqual(host?.memoryMb.free ?? Number.NaN);
      expect(host?.storageGb.total).toBeGreaterThanOrEqual(host?.storageGb.free ?? Number.NaN);
    });

    it('stores an image once when it is imported twice', async () => {
      const first = await engine.importImage(image);
      expect(await engine.importImage(image)).toEqual(first);
      expect(first.virtualSizeGb).toBeGreaterThanOrEqual(1);
    });

    it('refuses to remove an image that a server uses, and removes an unused one', async () => {
      const copy = { ...image, id: newId() };
      await engine.importImage(copy);
      const spec = await createServer({ source: { kind: 'image', imageId: copy.id } });
      await expectUserError(engine.removeImage(copy.id), 'refused');
      await engine.destroy(spec.id);
      await engine.removeImage(copy.id);
      await engine.removeImage(copy.id);
      await expectUserError(engine.create(exampleSpec(copy.id)), 'notFound');
    });

    it('creates a server with the requested hardware, off, and changes nothing when it is created again', async () => {
      const spec = await createServer({ cores: 2, ramMb: 192 });
      const inspected = await engine.inspect(spec.id);
      expect(inspected).toMatchObject({
        id: spec.id,
        power: 'off',
        cores: 2,
        ramMb: 192,
        disks: spec.disks,
        snapshots: [],
      });
      expect(inspected?.nics).toMatchObject(spec.nics);
      await engine.create(spec);
      expect(await engine.inspect(spec.id)).toEqual(inspected);
      expect((await engine.list()).filter(({ id }) => id === spec.id)).toEqual([inspected]);
    });

    it.each<[string, EngineErrorKind, Partial<ServerSpec>]>([
      [
        'an image that is not there',
        'notFound',
        { source: { kind: 'image', imageId: 'no-such-image' } },
      ],
      [
        'a source server that is not there',
        'notFound',
        { source: { kind: 'server', serverId: 'no-such-server' } },
      ],
      ['no disk', 'refused', { disks: [] }],
      ['a disk of no size', 'refused', { disks: [{ id: 'disk', sizeGb: 0 }] }],
      ['no core', 'refused', { cores: 0 }],
      ['too little memory', 'refused', { ramMb: 1 }],
      ['a hardware address that is none', 'refused', { nics: [exampleNic({ mac: 'nonsense' })] }],
      ['two disks of one id', 'refused', { disks: [1, 2].map(() => ({ id: 'twin', sizeGb: 1 })) }],
      ['nine network cards', 'refused', { nics: Array.from({ length: 9 }, () => exampleNic()) }],
    ])(
      'rejects creating a server with %s, and leaves nothing behind',
      async (_name, kind, changes) => {
        const spec = exampleSpec(image.id, {
          disks: [{ id: newId(), sizeGb: bootDiskGb }],
          ...changes,
        });
        await expectUserError((async () => engine.create(spec))(), kind);
        expect(await engine.inspect(spec.id)).toBeNull();
        expect((await options.leftovers?.(dataDir, spec.id)) ?? []).toEqual([]);
      },
    );

    it('throws notFound for every verb on an unknown server, except destroy', async () => {
      const id = newId();
      const seed = { metaData: '', userData: '' };
      const verbs: (() => Promise<unknown>)[] = [
        () => engine.start(id),
        () => engine.stop(id, { graceful: true }),
        () => engine.stop(id, { graceful: false }),
        () => engine.reboot(id),
        () => engine.suspend(id),
        () => engine.resume(id),
        () => engine.resize(id, { cores: 1, ramMb: 128 }),
        () => engine.attachDisk(id, { id: newId(), sizeGb: 1 }),
        () => engine.growDisk(id, newId(), 2),
        () => engine.removeDisk(id, newId()),
        () => engine.attachNic(id, exampleNic()),
        () => engine.removeNic(id, newId()),
        () => engine.connectNic(id, newId(), true),
        () => engine.reseed(id, seed),
        () => engine.createSnapshot(id, newId()),
        () => engine.revertSnapshot(id, newId()),
        () => engine.deleteSnapshot(id, newId()),
        () => engine.importDisk(id, newId(), { path: join(dataDir, 'none.qcow2') }),
        () => engine.setIso(id, null),
        () => engine.bootFrom(id, 'disk'),
        () => engine.exportDisk(id, newId(), { path: join(dataDir, 'none.qcow2') }),
        () => engine.openConsole(id, 'serial'),
        () => engine.openTcp(id, 22),
        () => engine.applyFirewall(id, newId(), null),
        () => engine.screenshot(id),
      ];
      for (const verb of verbs) await expectUserError(verb(), 'notFound');
      await engine.destroy(id);
      expect(await engine.inspect(id)).toBeNull();
      expect(await engine.sample([id])).toEqual([]);
    });

    it('rejects IDs that could escape its folder', async () => {
      await expectUserError((async () => engine.destroy('../outside'))(), 'refused');
      await expectUserError((async () => engine.inspect('a/b'))(), 'refused');
    });

    it('starts and stops a server, and changes nothing when repeated', async () => {
      const { id } = await createRunning();
      expect(await powerOf(id)).toBe('on');
      await engine.start(id);
      expect(await powerOf(id)).toBe('on');
      expect(await engine.stop(id, { graceful: false })).toEqual({ forced: true });
      expect(await powerOf(id)).toBe('off');
      expect(await engine.stop(id, { graceful: false })).toEqual({ forced: false });
      await engine.destroy(id);
    });

    it('asks the guest to power off, and reports a graceful stop', async () => {
      const { id } = await createRunning();
      await options.untilUp?.(engine, id);
      expect(await engine.stop(id, { graceful: true, timeoutMs: 30_000 })).toEqual({
        forced: false,
      });
      expect(await powerOf(id)).toBe('off');
      await engine.destroy(id);
    });

    it('suspends and resumes a server, and changes nothing when repeated', async () => {
      const { id } = await createRunning();
      for (const _attempt of [1, 2]) {
        await engine.suspend(id);
        expect(await powerOf(id)).toBe('suspended');
      }
      await expectUserError(engine.start(id), 'wrongState');
      await expectUserError(engine.reboot(id), 'wrongState');
      for (const _attempt of [1, 2]) {
        await engine.resume(id);
        expect(await powerOf(id)).toBe('on');
      }
      await engine.reboot(id);
      expect(await powerOf(id)).toBe('on');
      await engine.destroy(id);
    });

    it('rejects rebooting, suspending, resuming or sampling a server that is off', async () => {
      const { id } = await createServer();
      for (const verb of [
        () => engine.reboot(id),
        () => engine.suspend(id),
        () => engine.resume(id),
        () => engine.openConsole(id, 'serial'),
      ])
        await expectUserError(verb(), 'wrongState');
      expect(await engine.screenshot(id)).toBeNull();
      expect(await engine.sample([id])).toEqual([]);
      await engine.destroy(id);
    });

    it('changes cores and memory of a server that is off, and never shrinks a running one', async () => {
      const { id } = await createServer();
      for (const _attempt of [1, 2]) await engine.resize(id, { cores: 2, ramMb: 160 });
      await engine.start(id);
      expect(await engine.inspect(id)).toMatchObject({ cores: 2, ramMb: 160, power: 'on' });
      await expectUserError(engine.resize(id, { cores: 1, ramMb: 128 }), 'wrongState');
      await expectUserError((async () => engine.resize(id, { cores: 0, ramMb: 128 }))(), 'refused');
      expect(await engine.inspect(id)).toMatchObject({ cores: 2, ramMb: 160 });
      await engine.destroy(id);
    });

    it('adds, grows and removes a disk of a server that is off', async () => {
      const spec = await createServer();
      const disk = { id: newId(), sizeGb: 1 };
      for (const _attempt of [1, 2]) await engine.attachDisk(spec.id, disk);
      for (const _attempt of [1, 2]) await engine.growDisk(spec.id, disk.id, 2);
      expect((await engine.inspect(spec.id))?.disks).toEqual([
        ...spec.disks,
        { id: disk.id, sizeGb: 2 },
      ]);
      await expectUserError(engine.growDisk(spec.id, disk.id, 1), 'refused');
      await expectUserError(engine.growDisk(spec.id, newId(), 3), 'notFound');
      await expectUserError(engine.removeDisk(spec.id, bootDisk(spec)), 'refused');
      for (const _attempt of [1, 2]) await engine.removeDisk(spec.id, disk.id);
      expect((await engine.inspect(spec.id))?.disks).toEqual(spec.disks);
      await engine.destroy(spec.id);
    });

    it('adds, disconnects and removes a network interface of a server that is off', async () => {
      const spec = await createServer();
      const nic = exampleNic({
        ipv4: { address: '10.9.0.7', prefix: 24, gateway: '10.9.0.1', dns: [] },
      });
      for (const _attempt of [1, 2]) await engine.attachNic(spec.id, nic);
      for (const _attempt of [1, 2]) await engine.connectNic(spec.id, nic.id, false);
      expect((await engine.inspect(spec.id))?.nics[1]).toMatchObject({ ...nic, connected: false });
      await expectUserError(engine.connectNic(spec.id, newId(), true), 'notFound');
      for (const _attempt of [1, 2]) await engine.removeNic(spec.id, nic.id);
      expect((await engine.inspect(spec.id))?.nics.map(({ id }) => id)).toEqual(
        spec.nics.map(({ id }) => id),
      );
      await engine.destroy(spec.id);
    });

    it('creates, reverts to and deletes a snapshot of a server that is off', async () => {
      const spec = await createServer({
        disks: [
          { id: newId(), sizeGb: bootDiskGb },
          { id: newId(), sizeGb: 1 },
        ],
      });
      const snapshotId = newId();
      const first = await engine.createSnapshot(spec.id, snapshotId);
      expect(first.withMemory).toBe(false);
      expect(await engine.createSnapshot(spec.id, snapshotId)).toEqual(first);
      expect((await engine.inspect(spec.id))?.snapshots).toEqual([snapshotId]);
      await expectUserError(engine.removeDisk(spec.id, spec.disks[1]?.id ?? ''), 'refused');
      await expectUserError(engine.revertSnapshot(spec.id, newId()), 'notFound');
      for (const _attempt of [1, 2])
        expect(await engine.revertSnapshot(spec.id, snapshotId)).toEqual({ power: 'off' });
      for (const _attempt of [1, 2]) await engine.deleteSnapshot(spec.id, snapshotId);
      expect((await engine.inspect(spec.id))?.snapshots).toEqual([]);
      await engine.destroy(spec.id);
    });

    it('restores a snapshot with memory from any power state, and leaves the server off when the hardware has changed', async () => {
      const { id } = await createRunning();
      const snapshotId = newId();
      expect(await engine.createSnapshot(id, snapshotId)).toMatchObject({ withMemory: true });
      expect(await engine.revertSnapshot(id, snapshotId)).toEqual({ power: 'on' });
      await engine.stop(id, { graceful: false });
      expect(await engine.revertSnapshot(id, snapshotId)).toEqual({ power: 'on' });
      await engine.stop(id, { graceful: false });
      await engine.resize(id, { cores: 1, ramMb: 160 });
      expect(await engine.revertSnapshot(id, snapshotId)).toEqual({ power: 'off' });
      expect(await powerOf(id)).toBe('off');
      await engine.deleteSnapshot(id, snapshotId);
      await engine.destroy(id);
    });

    it('copies a server that is off, with larger disks, and rejects smaller disks and a running source', async () => {
      const original = await createServer({
        disks: [
          { id: newId(), sizeGb: bootDiskGb + 1 },
          { id: newId(), sizeGb: 1 },
        ],
      });
      const source = { kind: 'server', serverId: original.id } as const;
      const copy = await createServer({
        source,
        disks: [
          { id: newId(), sizeGb: bootDiskGb + 2 },
          { id: newId(), sizeGb: 2 },
        ],
      });
      expect((await engine.inspect(copy.id))?.disks).toEqual(copy.disks);
      await expectUserError(createServer({ source }), 'refused');
      await engine.start(original.id);
      await expectUserError(createServer({ source, disks: copy.disks }), 'wrongState');
      await engine.destroy(original.id);
      await engine.start(copy.id);
      expect(await powerOf(copy.id)).toBe('on');
      await engine.destroy(copy.id);
    });

    const bench = (): Bench => ({
      engine,
      dataDir,
      made: createServer,
      running: createRunning,
      newId,
    });
    exportDiskConformance(bench);
    guestExecConformance(bench);
    cdConformance(bench);
    growthConformance(bench);
    copiedDisksConformance(bench);
    opticalConformance(bench);

    applyFirewallConformance(() => ({
      engine,
      dataDir,
      made: createServer,
      running: createRunning,
      newId,
    }));
    openTcpConformance(() => ({
      engine,
      dataDir,
      made: createServer,
      running: createRunning,
      newId,
    }));

    it('accepts a new seed at any time', async () => {
      const { id } = await createRunning();
      const seed = {
        metaData: 'instance-id: two\n',
        userData: '#cloud-config\n',
        networkConfig: 'version: 2\n',
      };
      for (const _attempt of [1, 2]) await engine.reseed(id, seed);
      await engine.destroy(id);
    });

    it('samples a running server with plausible values', async () => {
      const spec = await createRunning();
      const [sample] = await engine.sample([spec.id, newId()]);
      expect(sample).toMatchObject({ id: spec.id, memory: { totalMb: spec.ramMb } });
      expect(sample?.cpuPercent).toBeGreaterThanOrEqual(0);
      expect(sample?.cpuPercent).toBeLessThanOrEqual(100);
      expect(sample?.memory.usedMb).toBeLessThanOrEqual(spec.ramMb);
      expect(sample?.disks.map(({ id }) => id)).toEqual(spec.disks.map(({ id }) => id));
      await engine.destroy(spec.id);
    });

    it('shows the same serial output to several viewers, and closes the console when the server goes off', async () => {
      const { id } = await createRunning();
      const viewers = [
        await engine.openConsole(id, 'serial'),
        await engine.openConsole(id, 'serial'),
      ];
      const viewersEnded = viewers.map(
        (viewer) => new Promise<void>((resolve) => viewer.resume().once('end', resolve)),
      );
      await engine.stop(id, { graceful: false });
      await Promise.all(viewersEnded);
      await engine.destroy(id);
    });

    it('finds its servers again after a restart of the portal', async () => {
      const on = await createRunning();
      const off = await createServer();
      const before = [await engine.inspect(on.id), await engine.inspect(off.id)];
      await engine.close();
      engine = makeEngine(dataDir);
      expect([await engine.inspect(on.id), await engine.inspect(off.id)]).toEqual(before);
      await engine.suspend(on.id);
      await engine.resume(on.id);
      await engine.destroy(on.id);
      await engine.destroy(off.id);
    });

    it('destroys a running server and all its data, and changes nothing when repeated', async () => {
      const { id } = await createRunning();
      await engine.createSnapshot(id, newId());
      for (const _attempt of [1, 2]) await engine.destroy(id);
      expect(await engine.inspect(id)).toBeNull();
      expect((await engine.list()).map((server) => server.id)).not.toContain(id);
      expect((await options.leftovers?.(dataDir, id)) ?? []).toEqual([]);
    });
  });
}
