import type { Duplex } from 'node:stream';
import { KeyedLock } from '../keyedLock.ts';
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
  Progress,
  Seed,
  ServerSpec,
} from '../port.ts';
import { checkDisk, checkId, checkNic, checkServer, checkSize } from '../spec.ts';
import { disconnectNics, networkModeOf } from './bridge/connectNics.ts';
import { describeCapabilities } from './capabilities.ts';
import type { QemuContext } from './context.ts';
import { createContext } from './createContext.ts';
import { createServer, destroyServer, writeSeed } from './creation.ts';
import { asEngineError } from './errors.ts';
import { guestExec } from './guest/agent.ts';
import { openConsole } from './guest/openConsole.ts';
import { takeScreenshot } from './guest/screenshot.ts';
import { inspectServer } from './inspect.ts';
import { applyFirewall } from './network/firewall.ts';
import { openGuestTcp } from './network/guestTcp.ts';
import type { QemuEngineOptions } from './options.ts';
import { adoptRunningServers } from './process/adopt.ts';
import {
  cleanUpFailedStart,
  rebootServer,
  resumeServer,
  startServer,
  stopServer,
  suspendServer,
} from './process/power.ts';
import { describeHost } from './sizing/host.ts';
import {
  attachDisk,
  attachNic,
  connectNic,
  growDisk,
  monitorWhenRunning,
  removeDisk,
  removeNic,
} from './sizing/hotplug.ts';
import { Metrics } from './sizing/metrics.ts';
import { resizeServer } from './sizing/resize.ts';
import type { ServerState } from './state.ts';
import { type ExportTarget, exportDisk } from './storage/exports.ts';
import { importImage, removeImage } from './storage/images.ts';
import { importDisk } from './storage/importDisk.ts';
import { bootFrom, setIso } from './storage/optical.ts';
import { createSnapshot, deleteSnapshot, revertSnapshot } from './storage/snapshots.ts';

interface WorkOptions {
  progress?: Progress;
  signal?: AbortSignal;
}

/**
 * Real virtual machines on this machine. Each is a separate QEMU process that outlives the portal,
 * and everything about it is in its folder. Several processes of the portal can use the same data
 * folder at once, as long as only one of them changes a given server and only one takes samples.
 */
export class QemuEngine implements ComputeEngine {
  readonly name = 'qemu';
  readonly #context: QemuContext;
  readonly #metrics: Metrics;
  readonly #lock = new KeyedLock();
  #adopted: Promise<void> | undefined;

  constructor(options: QemuEngineOptions) {
    this.#context = createContext(options, this.#lock);
    this.#metrics = new Metrics(this.#context);
  }

  capabilities(): Promise<EngineCapabilities> {
    return describeCapabilities(this.#context);
  }

  async hosts(): Promise<EngineHost[]> {
    return [await describeHost(this.#context)];
  }

  async importImage(
    image: ImageFile,
    options: WorkOptions = {},
  ): Promise<{ virtualSizeGb: number }> {
    return this.#lock.run(`image ${image.id}`, () => importImage(this.#context, image, options));
  }

  async removeImage(imageId: string): Promise<void> {
    return this.#lock.run(`image ${imageId}`, () => removeImage(this.#context, imageId));
  }

  async create(spec: ServerSpec, options: WorkOptions = {}): Promise<void> {
    checkServer('qemu', spec);
    await this.#lock.run(spec.id, () => createServer(this.#context, spec, options));
  }

  async start(id: string): Promise<void> {
    await this.#change(id, 'Starting the server', (state) => startServer(this.#context, state));
  }

  async stop(
    id: string,
    options: { graceful: boolean; timeoutMs?: number; signal?: AbortSignal },
  ): Promise<{ forced: boolean }> {
    const result = await this.#change(id, 'Stopping the server', async (state) => {
      const stopped = await stopServer(this.#context, state, options);
      await disconnectNics(this.#context, state);
      await this.#context.confinement.releaseEnded(this.#context.paths.server(id));
      return stopped;
    });
    this.#context.serialLines.end(id);
    return result;
  }

  async reboot(id: string): Promise<void> {
    await this.#change(id, 'Rebooting the server', (state) => rebootServer(this.#context, state));
  }

  async suspend(id: string): Promise<void> {
    await this.#change(id, 'Suspending the server', (state) => suspendServer(this.#context, state));
  }

  async resume(id: string): Promise<void> {
    await this.#change(id, 'Resuming the server', (state) => resumeServer(this.#context, state));
  }

  async resize(id: string, size: { cores: number; ramMb: number }): Promise<void> {
    checkSize('qemu', size);
    await this.#change(id, 'Resizing the server', (state) =>
      resizeServer(this.#context, state, size),
    );
  }

  async attachDisk(id: string, disk: DiskSpec): Promise<void> {
    checkDisk('qemu', disk);
    await this.#change(id, 'Adding the disk', (state) => attachDisk(this.#context, state, disk));
  }

  async growDisk(id: string, diskId: string, sizeGb: number): Promise<void> {
    checkDisk('qemu', { id: diskId, sizeGb });
    await this.#change(id, 'Growing the disk', (state) =>
      growDisk(this.#context, state, diskId, sizeGb),
    );
  }

  async importDisk(
    id: string,
    diskId: string,
    from: { path: string },
    options: WorkOptions = {},
  ): Promise<void> {
    await this.#change(id, 'Writing the disk', (state) =>
      importDisk(this.#context, state, diskId, from, options),
    );
  }

  async setIso(id: string, imageId: string | null): Promise<void> {
    await this.#change(id, 'Changing the CD', (state) => setIso(this.#context, state, imageId));
  }

  async bootFrom(id: string, from: 'disk' | 'iso'): Promise<void> {
    await this.#change(id, 'Choosing what it starts from', (state) =>
      bootFrom(this.#context, state, from),
    );
  }

  async removeDisk(id: string, diskId: string): Promise<void> {
    await this.#change(id, 'Removing the disk', (state) =>
      removeDisk(this.#context, state, diskId),
    );
  }

  async attachNic(id: string, nic: NicSpec): Promise<void> {
    checkNic('qemu', nic);
    await this.#change(id, 'Adding the network card', (state) =>
      attachNic(this.#context, state, nic),
    );
  }

  async removeNic(id: string, nicId: string): Promise<void> {
    await this.#change(id, 'Removing the network card', (state) =>
      removeNic(this.#context, state, nicId),
    );
  }

  async connectNic(id: string, nicId: string, connected: boolean): Promise<void> {
    await this.#change(id, 'Switching the network card', (state) =>
      connectNic(this.#context, state, nicId, connected),
    );
  }

  async applyFirewall(
    id: string,
    nicId: string,
    policy: FirewallPolicy | null,
  ): Promise<{ enforcement: FirewallEnforcement }> {
    return this.#change(id, 'Putting the firewall rules in force', async (state) =>
      applyFirewall(this.#context, state, nicId, policy, await networkModeOf(this.#context, state)),
    );
  }

  async reseed(id: string, seed: Seed): Promise<void> {
    await this.#change(id, 'Writing the seed', () =>
      writeSeed(this.#context.paths.server(id), seed),
    );
  }

  async createSnapshot(
    id: string,
    snapshotId: string,
    options: { memory?: boolean } = {},
  ): Promise<{ withMemory: boolean; sizeBytes: number }> {
    checkId('qemu', snapshotId);
    return this.#change(id, 'Taking the snapshot', (state) =>
      createSnapshot(this.#context, state, snapshotId, options),
    );
  }

  async revertSnapshot(id: string, snapshotId: string): Promise<{ power: EnginePower }> {
    return this.#change(id, 'Reverting to the snapshot', async (state) => {
      const reverted = await revertSnapshot(this.#context, state, snapshotId);
      if (reverted.power === 'off') await disconnectNics(this.#context, state);
      return reverted;
    });
  }

  async deleteSnapshot(id: string, snapshotId: string): Promise<void> {
    await this.#change(id, 'Deleting the snapshot', (state) =>
      deleteSnapshot(this.#context, state, snapshotId),
    );
  }

  async exportDisk(
    id: string,
    diskId: string,
    to: ExportTarget,
    options: WorkOptions = {},
  ): Promise<{ sizeBytes: number; virtualSizeGb: number }> {
    return this.#change(id, 'Exporting the disk', (state) =>
      exportDisk(this.#context, state, diskId, to, options),
    );
  }

  async guestExec(id: string, command: GuestCommand): Promise<GuestResult> {
    return guestExec(this.#context, await this.#read(id), command);
  }

  async openConsole(id: string, kind: ConsoleKind): Promise<Duplex> {
    return openConsole(this.#context, await this.#read(id), kind);
  }

  async openTcp(id: string, port: number, nicId?: string): Promise<Duplex> {
    return openGuestTcp(this.#context, await this.#read(id), port, nicId);
  }

  async screenshot(id: string): Promise<Buffer | null> {
    await this.#read(id);
    const client = await monitorWhenRunning(this.#context, id);
    if (!client) return null;
    return this.#lock.run(`screen ${id}`, () => takeScreenshot(this.#context, id, client));
  }

  async sample(ids: readonly string[]): Promise<EngineSample[]> {
    const samples = await Promise.all(ids.map((id) => this.#metrics.sample(id).catch(() => null)));
    return samples.filter((sample) => sample !== null);
  }

  async inspect(id: string): Promise<EngineServer | null> {
    checkId('qemu', id);
    await this.#adopt();
    return inspectServer(this.#context, id);
  }

  async list(): Promise<EngineServer[]> {
    await this.#adopt();
    const ids = await this.#context.states.ids();
    const servers = await Promise.all(ids.map((id) => inspectServer(this.#context, id)));
    return servers.filter((server) => server !== null);
  }

  async destroy(id: string): Promise<void> {
    checkId('qemu', id);
    await this.#lock.run(id, async () => {
      const state = await this.#context.states.find(id).catch(() => null);
      await this.#context.monitors.expectingEnd(id, () => destroyServer(this.#context, id));
      if (state?.networkMode === 'bridge') await this.#context.bridges.converge();
    });
    this.#context.serialLines.end(id);
  }

  onPowerChange(listener: Parameters<ComputeEngine['onPowerChange']>[0]): () => void {
    void this.#adopt();
    return this.#context.monitors.listen(listener);
  }

  async close(): Promise<void> {
    await this.#adopted;
    this.#context.monitors.close();
    this.#context.serialLines.close();
  }

  /** Adopts the running servers once. */
  #adopt(): Promise<void> {
    this.#adopted ??= adoptRunningServers(this.#context);
    return this.#adopted;
  }

  async #read(id: string): Promise<ServerState> {
    checkId('qemu', id);
    return this.#context.states.read(id);
  }

  /**
   * Serializes the changes of a server. All failures are thrown as `EngineError` with the operation
   * in the message.
   */
  async #change<T>(
    id: string,
    operation: string,
    work: (state: ServerState) => Promise<T>,
  ): Promise<T> {
    checkId('qemu', id);
    return this.#lock.run(id, async () => {
      const state = await this.#context.states.read(id);
      try {
        await cleanUpFailedStart(this.#context, id);
        return await work(state);
      } catch (error) {
        throw error instanceof DOMException ? error : asEngineError(operation, error);
      }
    });
  }
}
