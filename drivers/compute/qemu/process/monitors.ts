import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../../../server/platform/clock.ts';
import type { ComputeEngine, EnginePower } from '../../port.ts';
import { qemuError } from '../errors.ts';
import type { DataPaths, ServerPaths } from './paths.ts';
import { findProcess, hasCrashed, waitForExit } from './process.ts';
import { QmpClient, type QmpEvent } from './qmp.ts';

type PowerListener = Parameters<ComputeEngine['onPowerChange']>[0];

/**
 * A monitor in use accepts a connection but sends no greeting. Long enough for a busy machine,
 * short enough to try the next one.
 */
const greetingTimeoutMs = 500;
const connectTimeoutMs = 15_000;
/** Each wait delays a start. */
const connectEveryMs = 5;

/** A permanent QMP connection per running server, and its events. */
export class Monitors {
  readonly #paths: DataPaths;
  readonly #clients = new Map<string, Promise<QmpClient>>();
  readonly #expected = new Map<string, number>();
  readonly #listeners = new Set<PowerListener>();
  readonly #onGone: (id: string) => void;
  #isClosed = false;

  /** `onGone` is called when a server's process has ended, for any reason. */
  constructor(paths: DataPaths, onGone: (id: string) => void) {
    this.#paths = paths;
    this.#onGone = onGone;
  }

  /** The connection to a running server's process. Throws `unavailable` when it doesn't respond. */
  async of(id: string): Promise<QmpClient> {
    const existing = this.#clients.get(id);
    if (existing) {
      const client = await existing.catch(() => null);
      if (client?.isOpen) return client;
    }
    const connecting = this.#connect(this.#paths.server(id));
    this.#clients.set(id, connecting);
    connecting.catch(() => this.#forget(id, connecting));
    return connecting;
  }

  /** While `work` runs, the end of this server's process isn't reported to listeners. */
  async expectingEnd<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.#expected.set(id, (this.#expected.get(id) ?? 0) + 1);
    try {
      const result = await work();
      await this.#letGo(id);
      return result;
    } finally {
      const remaining = (this.#expected.get(id) ?? 1) - 1;
      if (remaining > 0) this.#expected.set(id, remaining);
      else this.#expected.delete(id);
    }
  }

  /**
   * A process can be gone before its connection closes. A restart of the server must not get that
   * connection.
   */
  async #letGo(id: string): Promise<void> {
    const existing = this.#clients.get(id);
    if (!existing || (await findProcess(this.#paths.server(id))) !== null) return;
    const client = await existing.catch(() => null);
    if (!client?.isOpen) return;
    const closed = new Promise<void>((resolve) => void client.once('close', resolve));
    client.close();
    await closed;
  }

  listen(listener: PowerListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
    for (const client of this.#clients.values())
      client.then(
        (open) => open.close(),
        () => undefined,
      );
    this.#clients.clear();
  }

  async #connect(paths: ServerPaths): Promise<QmpClient> {
    const deadline = monotonicMs() + connectTimeoutMs;
    let problem: unknown;
    while (monotonicMs() < deadline && !this.#isClosed) {
      for (const path of paths.monitors) {
        const client = await QmpClient.connect(path, greetingTimeoutMs).catch((error: unknown) => {
          problem = error;
          return null;
        });
        if (client) return this.#watch(paths, client);
      }
      if ((await findProcess(paths)) === null) break;
      await delay(connectEveryMs);
    }
    throw qemuError(
      'unavailable',
      "The server isn't answering the portal. Try again in a minute.",
      problem,
    );
  }

  #watch(paths: ServerPaths, client: QmpClient): QmpClient {
    const isTracked = () => this.#clients.has(paths.id) && !this.#isClosed;
    client.on('event', (event) => this.#hear(paths.id, event));
    client.once('close', () => {
      if (isTracked()) void this.#lost(paths, this.#clients.get(paths.id));
    });
    if (this.#isClosed) client.close();
    return client;
  }

  #hear(id: string, { event, data }: QmpEvent): void {
    // The host's storage is full or broken. QEMU paused the server to hide the errors from the
    // guest.
    if (event !== 'BLOCK_IO_ERROR' || data.action !== 'stop') return;
    this.#tell(
      id,
      'suspended',
      data.nospace
        ? 'The host has no storage left; the server waits. Free some space and resume it.'
        : `A disk of the host failed: ${String(data.reason)}.`,
    );
  }

  async #lost(paths: ServerPaths, connection: Promise<QmpClient> | undefined): Promise<void> {
    this.#forget(paths.id, connection);
    const isExpected = this.#expected.has(paths.id);
    if (!(await waitForExit(paths, 2000))) {
      await this.of(paths.id).catch(() => undefined);
      return;
    }
    this.#onGone(paths.id);
    const crashed = await hasCrashed(paths);
    if (!isExpected)
      this.#tell(paths.id, crashed ? 'crashed' : 'off', crashed ? crashNote : undefined);
  }

  #tell(id: string, power: EnginePower, problem: string | undefined): void {
    for (const listener of this.#listeners)
      listener({ id, power, ...(problem !== undefined && { problem }) });
  }

  #forget(id: string, connection: Promise<QmpClient> | undefined): void {
    if (this.#clients.get(id) === connection) this.#clients.delete(id);
  }
}

export const crashNote =
  "The server's process ended without having been asked to (killed, out of memory, or the host was restarted). Its disks are kept.";
