import { existsSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import { clock } from '../../server/platform/clock.ts';
import { KeyedLock } from './keyedLock.ts';
import {
  type ComputeEngine,
  type ConsoleKind,
  type DiskSpec,
  type EngineCapabilities,
  EngineError,
  type EngineErrorKind,
  type EngineHost,
  type EnginePower,
  type EngineSample,
  type EngineServer,
  type FirewallEnforcement,
  type FirewallPolicy,
  type GuestCommand,
  type GuestResult,
  type ImageFile,
  type NicSpec,
  policyProblem,
  type Seed,
  type ServerSpec,
} from './port.ts';
import { simulatedSerialConsole } from './simulated/console.ts';
import { imageSizeGb } from './simulated/emptyQcow2.ts';
import { exportSimulatedDisk } from './simulated/exportDisk.ts';
import { resizeSimulated } from './simulated/growth.ts';
import { simulatedExec } from './simulated/guestExec.ts';
import { simulatedTcp } from './simulated/guestTcp.ts';
import { checkImport, exportedSizeGb } from './simulated/importDisk.ts';
import { simulatedSample } from './simulated/samples.ts';
import { hardwareOf, hostId, toEngineServer, turnOff } from './simulated/server.ts';
import {
  isPowered,
  type SimulatedImage,
  type SimulatedServer,
  SimulatedStore,
} from './simulated/store.ts';
import { checkDisk, checkId, checkNic, checkServer, checkSize, limits } from './spec.ts';

type PowerListener = Parameters<ComputeEngine['onPowerChange']>[0];

/**
 * Servers with these names always fail at that verb with a clear message, for tests and for trying
 * out screens manually.
 */
export const failingNames = {
  create: 'fail-create',
  start: 'fail-start',
  snapshot: 'fail-snapshot',
} as const;

/**
 * The engine for machines without a hypervisor and for tests: it stores the configuration of
 * servers but runs nothing. Its measurements are computed and its serial console echoes input, and
 * both are labeled as simulated. Servers are JSON files in `dataDir`.
 */
export class SimulatedEngine implements ComputeEngine {
  readonly name = 'simulated';
  readonly #store: SimulatedStore;
  readonly #dataDir: string;
  readonly #lock = new KeyedLock();
  readonly #listeners = new Set<PowerListener>();
  readonly #consoles = new Map<string, Set<Duplex>>();

  constructor(options: { dataDir: string }) {
    this.#dataDir = options.dataDir;
    this.#store = new SimulatedStore(options.dataDir);
  }

  async capabilities(): Promise<EngineCapabilities> {
    const live = {
      addDisk: true,
      growDisk: true,
      removeDisk: true,
      addNic: true,
      removeNic: true,
      cores: true,
      ram: true,
      snapshotMemory: true,
    };
    return {
      engine: 'simulated',
      acceleration: 'none',
      description:
        'Simulated: servers are only kept in files, nothing real runs, and all readings are computed',
      ready: true,
      consoles: ['serial'],
      live,
      network: 'none',
      firewall: 'nothing',
    };
  }

  async hosts(): Promise<EngineHost[]> {
    const servers = await this.#store.servers.all();
    const usedMemory = servers
      .filter(({ power }) => power !== 'off')
      .reduce((sum, { ramMb }) => sum + ramMb, 0);
    const stored = servers
      .flatMap(({ disks }) => disks)
      .reduce((sum, { sizeGb }) => sum + sizeGb, 0);
    return [
      {
        id: hostId(),
        name: `${hostname()} (simulated)`,
        engine: 'simulated',
        acceleration: 'none',
        version: 'simulated',
        cpu: { model: 'Simulated', cores: availableParallelism(), loadPercent: 0 },
        memoryMb: { total: 1_048_576, free: Math.max(0, 1_048_576 - usedMemory) },
        storageGb: { total: 1_000_000, free: Math.max(0, 1_000_000 - stored), path: this.#dataDir },
        uptimeSeconds: Math.floor(process.uptime()),
        servers: servers.length,
      },
    ];
  }

  async importImage(image: ImageFile): Promise<{ virtualSizeGb: number }> {
    checkId('simulated', image.id);
    const existing = await this.#store.images.read(image.id);
    if (existing) return { virtualSizeGb: existing.virtualSizeGb };
    if (!existsSync(image.path))
      throw error('notFound', `The image file ${image.path} is not there.`);
    const virtualSizeGb = await imageSizeGb(image.path);
    await this.#store.images.write({ id: image.id, virtualSizeGb, isCd: image.format === 'iso' });
    return { virtualSizeGb };
  }

  async removeImage(imageId: string): Promise<void> {
    checkId('simulated', imageId);
    const users = (await this.#store.servers.all()).filter(
      (server) => server.imageId === imageId || server.iso === imageId,
    );
    if (users.length > 0)
      throw error(
        'refused',
        `The image is in use: the disks of ${users.length} server(s) rest on it.`,
      );
    await this.#store.images.remove(imageId);
  }

  create(spec: ServerSpec): Promise<void> {
    checkServer('simulated', spec);
    return this.#lock.run(spec.id, async () => {
      if (await this.#store.servers.read(spec.id)) return;
      if (spec.name === failingNames.create)
        throw error(
          'failed',
          `Simulated failure: a server named "${spec.name}" cannot be created.`,
        );
      const imageId = await this.#imageFor(spec);
      const { id, name, cores, ramMb, seed } = spec;
      const disks = spec.disks.map((disk) => ({ ...disk }));
      await this.#store.servers.write({
        ...{ id, name, cores, ramMb, seed, disks, imageId },
        nics: [...spec.nics],
        power: 'off',
        startedAt: 0,
        snapshots: [],
      });
    });
  }

  start(id: string): Promise<void> {
    return this.#change(id, (server) => {
      if (server.power === 'on') return;
      if (server.power === 'suspended')
        throw error('wrongState', `The server "${server.name}" is suspended: resume it instead.`);
      if (server.name === failingNames.start)
        throw error(
          'failed',
          `Simulated failure: a server named "${server.name}" cannot be started.`,
        );
      server.power = 'on';
      server.startedAt = clock.now().getTime();
      server.startedWith = { cores: server.cores, ramMb: server.ramMb };
    });
  }

  async stop(id: string, options: { graceful: boolean }): Promise<{ forced: boolean }> {
    const wasPowered = await this.#change(id, (server) => {
      const powered = isPowered(server);
      turnOff(server);
      return powered;
    });
    this.#endConsoles(id);
    return { forced: wasPowered && !options.graceful };
  }

  reboot(id: string): Promise<void> {
    return this.#change(id, (server) => {
      if (server.power !== 'on')
        throw error(
          'wrongState',
          `The server "${server.name}" is not on, so it cannot be rebooted.`,
        );
      server.startedAt = clock.now().getTime();
    });
  }

  suspend(id: string): Promise<void> {
    return this.#change(id, (server) => {
      if (!isPowered(server))
        throw error('wrongState', `The server "${server.name}" is off, so it cannot be suspended.`);
      server.power = 'suspended';
    });
  }

  resume(id: string): Promise<void> {
    return this.#change(id, (server) => {
      if (!isPowered(server))
        throw error(
          'wrongState',
          `The server "${server.name}" is off, so it cannot be resumed: start it.`,
        );
      server.power = 'on';
    });
  }

  async resize(id: string, size: { cores: number; ramMb: number }): Promise<void> {
    checkSize('simulated', size);
    await this.#change(id, (server) => {
      resizeSimulated(server, size);
    });
  }

  async attachDisk(id: string, disk: DiskSpec): Promise<void> {
    checkDisk('simulated', disk);
    await this.#change(id, (server) => {
      if (server.disks.some((candidate) => candidate.id === disk.id)) return;
      if (server.disks.length >= limits.disks)
        throw error(
          'refused',
          `The server "${server.name}" has ${limits.disks} disks, the most there can be.`,
        );
      server.disks.push({ id: disk.id, sizeGb: disk.sizeGb });
    });
  }

  growDisk(id: string, diskId: string, sizeGb: number): Promise<void> {
    return this.#change(id, (server) => {
      const disk = server.disks.find((candidate) => candidate.id === diskId);
      if (!disk) throw error('notFound', `The server "${server.name}" doesn't have this disk.`);
      checkDisk('simulated', { id: diskId, sizeGb });
      if (sizeGb < disk.sizeGb)
        throw error('refused', `The disk has ${disk.sizeGb} GB and cannot shrink to ${sizeGb} GB.`);
      disk.sizeGb = sizeGb;
    });
  }

  removeDisk(id: string, diskId: string): Promise<void> {
    return this.#change(id, (server) => {
      if (server.disks[0]?.id === diskId)
        throw error('refused', `The boot disk of "${server.name}" cannot be removed.`);
      if (server.snapshots.some(({ diskIds }) => diskIds.includes(diskId)))
        throw error(
          'refused',
          `A snapshot of "${server.name}" holds this disk: delete the snapshot first.`,
        );
      server.disks = server.disks.filter((disk) => disk.id !== diskId);
    });
  }

  async importDisk(id: string, diskId: string, from: { path: string }): Promise<void> {
    const sizeGb = await this.#read(id).then(() => exportedSizeGb(from.path));
    await this.#change(id, (server) => checkImport(server, diskId, sizeGb));
  }

  async setIso(id: string, imageId: string | null): Promise<void> {
    await this.#read(id);
    const image = imageId === null ? null : await this.#readImage(imageId);
    if (image && !image.isCd)
      throw error('refused', 'This image is a disk, no CD: only CDs go into the drive.');
    await this.#change(id, (server) => {
      server.iso = imageId;
    });
  }

  bootFrom(id: string, from: 'disk' | 'iso'): Promise<void> {
    return this.#change(id, (server) => {
      if (from === 'iso' && !server.iso)
        throw error(
          'wrongState',
          `There is no CD in the drive of "${server.name}": put one in first.`,
        );
      server.bootFrom = from;
    });
  }

  async attachNic(id: string, nic: NicSpec): Promise<void> {
    checkNic('simulated', nic);
    await this.#change(id, (server) => {
      if (server.nics.some((candidate) => candidate.id === nic.id)) return;
      if (server.nics.length >= limits.nics)
        throw error(
          'refused',
          `The server "${server.name}" has ${limits.nics} network cards, the most there can be.`,
        );
      server.nics.push(nic);
    });
  }

  removeNic(id: string, nicId: string): Promise<void> {
    return this.#change(id, (server) => {
      server.nics = server.nics.filter((nic) => nic.id !== nicId);
    });
  }

  connectNic(id: string, nicId: string, connected: boolean): Promise<void> {
    return this.#change(id, (server) => {
      const nic = server.nics.find((candidate) => candidate.id === nicId);
      if (!nic)
        throw error('notFound', `The server "${server.name}" doesn't have this network interface.`);
      nic.connected = connected;
    });
  }

  async applyFirewall(
    id: string,
    nicId: string,
    policy: FirewallPolicy | null,
  ): Promise<{ enforcement: FirewallEnforcement }> {
    const server = await this.#read(id);
    if (!server.nics.some((nic) => nic.id === nicId))
      throw error('notFound', `The server "${server.name}" doesn't have this network interface.`);
    const problem = policy && policyProblem(policy);
    if (problem) throw error('refused', problem);
    return { enforcement: 'nothing' };
  }

  reseed(id: string, seed: Seed): Promise<void> {
    return this.#change(id, (server) => {
      server.seed = seed;
    });
  }

  async createSnapshot(
    id: string,
    snapshotId: string,
    { memory = true }: { memory?: boolean } = {},
  ): Promise<{ withMemory: boolean; sizeBytes: number }> {
    checkId('simulated', snapshotId);
    return this.#change(id, (server) => {
      const existing = server.snapshots.find((snapshot) => snapshot.id === snapshotId);
      if (existing) return { withMemory: existing.withMemory, sizeBytes: existing.sizeBytes };
      if (server.name === failingNames.snapshot)
        throw error('failed', `Simulated failure: no snapshot of a server named "${server.name}".`);
      const withMemory = memory && isPowered(server);
      const sizeBytes = withMemory ? server.ramMb * 2 ** 20 : 0;
      const diskIds = server.disks.map((disk) => disk.id);
      server.snapshots.push({
        id: snapshotId,
        withMemory,
        sizeBytes,
        power: server.power,
        diskIds,
        hardware: hardwareOf(server),
      });
      return { withMemory, sizeBytes };
    });
  }

  revertSnapshot(id: string, snapshotId: string): Promise<{ power: EnginePower }> {
    return this.#change(id, (server) => {
      const snapshot = server.snapshots.find((candidate) => candidate.id === snapshotId);
      if (!snapshot)
        throw error('notFound', `The server "${server.name}" doesn't have this snapshot.`);
      const resumesMemory = snapshot.withMemory && snapshot.hardware === hardwareOf(server);
      if (!resumesMemory) turnOff(server);
      else {
        server.power = snapshot.power;
        server.startedAt ||= clock.now().getTime();
      }
      return { power: server.power };
    });
  }

  deleteSnapshot(id: string, snapshotId: string): Promise<void> {
    return this.#change(id, (server) => {
      server.snapshots = server.snapshots.filter((snapshot) => snapshot.id !== snapshotId);
    });
  }

  async exportDisk(
    id: string,
    diskId: string,
    to: { path: string; snapshotId?: string },
    options: { signal?: AbortSignal } = {},
  ): Promise<{ sizeBytes: number; virtualSizeGb: number }> {
    const server = await this.#read(id);
    options.signal?.throwIfAborted();
    return exportSimulatedDisk(server, diskId, to);
  }

  async guestExec(id: string, command: GuestCommand): Promise<GuestResult> {
    const server = await this.#read(id);
    if (server.power !== 'on')
      throw error(
        'wrongState',
        `The server "${server.name}" is ${server.power}: only one that is on can run a command.`,
      );
    return simulatedExec(server.name, command);
  }

  async openConsole(id: string, kind: ConsoleKind): Promise<Duplex> {
    const server = await this.#read(id);
    if (kind !== 'serial')
      throw error(
        'refused',
        'Simulated servers have a serial console only; there is no screen to show.',
      );
    if (!isPowered(server))
      throw error(
        'wrongState',
        `The server "${server.name}" is off: start it to open its console.`,
      );
    const console = simulatedSerialConsole(server.name, () => void this.#guestPowersOff(id));
    const open = this.#consoles.get(id) ?? new Set();
    this.#consoles.set(id, open.add(console));
    console.once('close', () => open.delete(console));
    return console;
  }

  async openTcp(id: string, port: number, nicId?: string): Promise<Duplex> {
    const server = await this.#read(id);
    if (!isPowered(server))
      throw error(
        'wrongState',
        `The server "${server.name}" is off: start it to reach its port ${port}.`,
      );
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw error('refused', `${port} is no TCP port (1 to 65535).`);
    if (nicId !== undefined && !server.nics.some((nic) => nic.id === nicId))
      throw error('notFound', `The server "${server.name}" doesn't have this network interface.`);
    if (!server.nics.some((nic) => nic.ipv4 && nic.connected && (nicId ?? nic.id) === nic.id))
      throw error(
        'refused',
        `The server "${server.name}" has no connected network card with an address there.`,
      );
    return simulatedTcp(server.name, port);
  }

  async screenshot(id: string): Promise<Buffer | null> {
    await this.#read(id);
    return null;
  }

  async sample(ids: readonly string[]): Promise<EngineSample[]> {
    const at = clock.now();
    const servers = await Promise.all(ids.map((id) => this.#store.servers.read(id)));
    return servers
      .filter((server) => server !== null && isPowered(server))
      .map((server) => simulatedSample(server as SimulatedServer, at));
  }

  async inspect(id: string): Promise<EngineServer | null> {
    checkId('simulated', id);
    const server = await this.#store.servers.read(id);
    return server && toEngineServer(server);
  }

  async list(): Promise<EngineServer[]> {
    return (await this.#store.servers.all()).map(toEngineServer);
  }

  async destroy(id: string): Promise<void> {
    checkId('simulated', id);
    await this.#lock.run(id, () => this.#store.servers.remove(id));
    this.#endConsoles(id);
  }

  onPowerChange(listener: PowerListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    for (const id of this.#consoles.keys()) this.#endConsoles(id);
    this.#listeners.clear();
  }

  async #read(id: string): Promise<SimulatedServer> {
    checkId('simulated', id);
    const server = await this.#store.servers.read(id);
    if (!server) throw error('notFound', "This server doesn't exist on its host.");
    return server;
  }

  /**
   * Reads the server, applies `change`, and stores the result. Nothing is stored when `change`
   * throws.
   */
  async #change<T>(id: string, change: (server: SimulatedServer) => T): Promise<T> {
    checkId('simulated', id);
    return this.#lock.run(id, async () => {
      const server = await this.#read(id);
      const answer = change(server);
      await this.#store.servers.write(server);
      return answer;
    });
  }

  async #imageFor(spec: ServerSpec): Promise<string | null> {
    const { source } = spec;
    if (source.kind === 'blank') return null;
    if (source.kind === 'image') {
      const image = await this.#readImage(source.imageId);
      if (image.isCd)
        throw error(
          'refused',
          'The image is a CD; a server starts from a disk. Put it into the drive of a server instead.',
        );
      const bootGb = spec.disks[0]?.sizeGb ?? 0;
      if (bootGb < image.virtualSizeGb)
        throw error(
          'refused',
          `The image needs a disk of ${image.virtualSizeGb} GB; ${bootGb} GB were asked for.`,
        );
      return image.id;
    }
    if (source.kind === 'files') return await this.#imageOfFiles(spec, source);
    const original = await this.#read(source.serverId);
    const snapshot = original.snapshots.find(({ id }) => id === source.snapshotId);
    if (source.snapshotId !== undefined && !snapshot)
      throw error('notFound', `The server "${original.name}" doesn't have this snapshot.`);
    if (!snapshot && isPowered(original))
      throw error('wrongState', `The server "${original.name}" must be off to be copied.`);
    const disks = original.disks.filter(({ id }) => !snapshot || snapshot.diskIds.includes(id));
    const smaller = disks.some((disk, index) => (spec.disks[index]?.sizeGb ?? 0) < disk.sizeGb);
    if (smaller)
      throw error(
        'refused',
        `The copy needs a disk for each disk of "${original.name}", as large or larger.`,
      );
    return original.imageId;
  }

  async #readImage(imageId: string): Promise<SimulatedImage> {
    checkId('simulated', imageId);
    const image = await this.#store.images.read(imageId);
    if (!image) throw error('notFound', "This image isn't on the host. Import it first.");
    return image;
  }

  async #imageOfFiles(
    spec: ServerSpec,
    { paths, imageId }: Extract<ServerSpec['source'], { kind: 'files' }>,
  ): Promise<string | null> {
    for (const [index, path] of paths.entries()) {
      const sizeGb = await exportedSizeGb(path);
      const requestedGb = spec.disks[index]?.sizeGb ?? 0;
      if (requestedGb < sizeGb)
        throw error(
          'refused',
          `Disk ${index + 1} needs ${sizeGb} GB or more; ${requestedGb} GB were asked for.`,
        );
    }
    return imageId === null ? null : (await this.#readImage(imageId)).id;
  }

  async #guestPowersOff(id: string): Promise<void> {
    await this.#change(id, turnOff);
    for (const listener of this.#listeners) listener({ id, power: 'off' });
    this.#endConsoles(id);
  }

  #endConsoles(id: string): void {
    for (const console of this.#consoles.get(id) ?? []) console.push(null);
    this.#consoles.delete(id);
  }
}

function error(kind: EngineErrorKind, message: string): EngineError {
  return new EngineError('simulated', kind, message);
}
