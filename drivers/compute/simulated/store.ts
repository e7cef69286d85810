import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskSpec, EnginePower, NicSpec, Seed } from '../port.ts';

export interface SimulatedSnapshot {
  id: string;
  withMemory: boolean;
  sizeBytes: number;
  power: EnginePower;
  diskIds: string[];
  hardware: string;
}

export interface SimulatedServer {
  id: string;
  name: string;
  cores: number;
  ramMb: number;
  disks: DiskSpec[];
  nics: NicSpec[];
  seed: Seed;
  power: EnginePower;
  /** ms since 1970. 0 when off. */
  startedAt: number;
  snapshots: SimulatedSnapshot[];
  imageId: string | null;
  /** The size at the last start, from which its room to grow is derived. */
  startedWith?: { cores: number; ramMb: number };
  iso?: string | null;
  bootFrom?: 'disk' | 'iso';
}

export interface SimulatedImage {
  id: string;
  virtualSizeGb: number;
  /** True for a CD. No server can be created from it. */
  isCd?: boolean;
}

/**
 * One JSON file per server and per image, read again for every verb, so that all portal processes
 * see the same servers and find them again after a restart. Files are replaced atomically (written
 * to a temporary file and renamed).
 */
export class SimulatedStore {
  readonly servers: JsonFolder<SimulatedServer>;
  readonly images: JsonFolder<SimulatedImage>;

  constructor(dataDir: string) {
    this.servers = new JsonFolder(join(dataDir, 'servers'));
    this.images = new JsonFolder(join(dataDir, 'images'));
  }
}

class JsonFolder<T extends { id: string }> {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(id: string): Promise<T | null> {
    const text = await readFile(this.#file(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return text === null ? null : (JSON.parse(text) as T);
  }

  async write(value: T): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const draft = join(this.#folder, `.${randomUUID()}`);
    await writeFile(draft, JSON.stringify(value, null, 1));
    await rename(draft, this.#file(value.id));
  }

  async remove(id: string): Promise<void> {
    await rm(this.#file(id), { force: true });
  }

  async all(): Promise<T[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const ids = names
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .map((name) => name.slice(0, -'.json'.length));
    const values = await Promise.all(ids.map((id) => this.read(id)));
    return values.filter((value) => value !== null);
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

export const isPowered = (server: SimulatedServer) =>
  server.power === 'on' || server.power === 'suspended';
