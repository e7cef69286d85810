import type { Duplex } from 'node:stream';
import { clock } from '../../server/platform/clock.ts';
import { KeyedLock } from './keyedLock.ts';
import type {
  ComputeEngine,
  ConsoleKind,
  DiskSpec,
  EngineCapabilities,
  EngineHost,
  EnginePower,
  EngineSample,
  EngineServer,
  FirewallEnforcement,
  FirewallPolicy,
  GuestCommand,
  GuestResult,
  ImageFile,
  NicSpec,
  Seed,
  ServerSpec,
} from './port.ts';
import { simulatedSerialConsole } from './simulated/console.ts';
import { createSimulated } from './simulated/creation.ts';
import { attachSimulatedDisk, growSimulatedDisk, removeSimulatedDisk } from './simulated/disks.ts';
import { simulatedError } from './simulated/error.ts';
import { exportSimulatedDisk } from './simulated/exportDisk.ts';
import { resizeSimulated } from './simulated/growth.ts';
import { simulatedExec } from './simulated/guestExec.ts';
import { openSimulatedTcp } from './simulated/guestTcp.ts';
import { simulatedCapabilities, simulatedHost } from './simulated/host.ts';
import { importSimulatedImage, readImage, removeSimulatedImage } from './simulated/images.ts';
import { checkImport, exportedSizeGb } from './simulated/importDisk.ts';
import { attachSimulatedNic, checkFirewall, connectSimulatedNic } from './simulated/nics.ts';
import {
  rebootSimulated,
  resumeSimulated,
  startSimulated,
  suspendSimulated,
  turnOff,
} from './simulated/power.ts';
import { simulatedSample } from './simulated/samples.ts';
import { readServer, toEngineServer } from './simulated/server.ts';
import { createSimulatedSnapshot, revertSimulatedSnapshot } from './simulated/snapshots.ts';
import { isPowered, type SimulatedServer, SimulatedStore } from './simulated/store.ts';
import { checkDisk, checkId, checkNic, checkServer, checkSize } from './spec.ts';

type PowerListener = Parameters<ComputeEngine['onPowerChange']>[0];

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
    return simulatedCapabilities();
  }

  async hosts(): Promise<EngineHost[]> {
    return [simulatedHost(await this.#store.servers.all(), this.#dataDir)];
  }

  importImage(image: ImageFile): Promise<{ virtualSizeGb: number }> {
    return importSimulatedImage(this.#store, image);
  }

  removeImage(imageId: string): Promise<void> {
    return removeSimulatedImage(this.#store, imageId);
  }

  create(spec: ServerSpec): Promise<void> {
    checkServer('simulated', spec);
    return this.#lock.run(spec.id, () => createSimulated(this.#store, spec));
  }

  start(id: string): Promise<void> {
    return this.#change(id, startSimulated);
  }

  async stop(id: string, options: { graceful: boolean }): Promise<{ forced: boolean }> {
    const wasPowered = await this.#change(id, turnOff);
    this.#endConsoles(id);
    return { forced: wasPowered && !options.graceful };
  }

  reboot(id: string): Promise<void> {
    return this.#change(id, rebootSimulated);
  }

  suspend(id: string): Promise<void> {
    return this.#change(id, suspendSimulated);
  }

  resume(id: string): Promise<void> {
    return this.#change(id, resumeSimulated);
  }

  async resize(id: string, size: { cores: number; ramMb: number }): Promise<void> {
    checkSize('simulated', size);
    await this.#change(id, (server) => {
      resizeSimulated(server, size);
    });
  }

  async attachDisk(id: string, disk: DiskSpec): Promise<void> {
    checkDisk('simulated', disk);
    await this.#change(id, (server) => attachSimulatedDisk(server, disk));
  }

  growDisk(id: string, diskId: string, sizeGb: number): Promise<void> {
    return this.#change(id, (server) => growSimulatedDisk(server, diskId, sizeGb));
  }

  removeDisk(id: string, diskId: string): Promise<void> {
    return this.#change(id, (server) => removeSimulatedDisk(server, diskId));
  }

  async importDisk(id: string, diskId: string, from: { path: string }): Promise<void> {
    const sizeGb = await this.#read(id).then(() => exportedSizeGb(from.path));
    await this.#change(id, (server) => checkImport(server, diskId, sizeGb));
  }

  async setIso(id: string, imageId: string | null): Promise<void> {
    await this.#read(id);
    const image = imageId === null ? null : await readImage(this.#store, imageId);
    if (image && !image.isCd)
      throw simulatedError('refused', 'This image is a disk, no CD: only CDs go into the drive.');
    await this.#change(id, (server) => {
      server.iso = imageId;
    });
  }

  bootFrom(id: string, from: 'disk' | 'iso'): Promise<void> {
    return this.#change(id, (server) => {
      if (from === 'iso' && !server.iso)
        throw simulatedError(
          'wrongState',
          `There is no CD in the drive of "${server.name}": put one in first.`,
        );
      server.bootFrom = from;
    });
  }

  async attachNic(id: string, nic: NicSpec): Promise<void> {
    checkNic('simulated', nic);
    await this.#change(id, (server) => attachSimulatedNic(server, nic));
  }

  removeNic(id: string, nicId: string): Promise<void> {
    return this.#change(id, (server) => {
      server.nics = server.nics.filter((nic) => nic.id !== nicId);
    });
  }

  connectNic(id: string, nicId: string, connected: boolean): Promise<void> {
    return this.#change(id, (server) => connectSimulatedNic(server, nicId, connected));
  }

  async applyFirewall(
    id: string,
    nicId: string,
    policy: FirewallPolicy | null,
  ): Promise<{ enforcement: FirewallEnforcement }> {
    const server = await this.#read(id);
    checkFirewall(server, nicId, policy);
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
    return this.#change(id, (server) => createSimulatedSnapshot(server, snapshotId, memory));
  }

  revertSnapshot(id: string, snapshotId: string): Promise<{ power: EnginePower }> {
    return this.#change(id, (server) => revertSimulatedSnapshot(server, snapshotId));
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
      throw simulatedError(
        'wrongState',
        `The server "${server.name}" is ${server.power}: only one that is on can run a command.`,
      );
    return simulatedExec(server.name, command);
  }

  async openConsole(id: string, kind: ConsoleKind): Promise<Duplex> {
    const server = await this.#read(id);
    if (kind !== 'serial')
      throw simulatedError(
        'refused',
        'Simulated servers have a serial console only; there is no screen to show.',
      );
    if (!isPowered(server))
      throw simulatedError(
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
    return openSimulatedTcp(await this.#read(id), port, nicId);
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

  #read(id: string): Promise<SimulatedServer> {
    return readServer(this.#store, id);
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
