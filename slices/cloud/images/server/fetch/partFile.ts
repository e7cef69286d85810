import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rm, writeFile } from 'node:fs/promises';
import type { DigestType } from './digest.ts';

/**
 * A partially downloaded file with the digest of the bytes received so far and the source's version
 * of the file.
 */
export class PartFile {
  readonly path: string;
  readonly #digestType: DigestType;
  readonly #handle: FileHandle;
  #hash: Hash;
  #size = 0;
  #version: string | null = null;

  private constructor(path: string, digestType: DigestType, handle: FileHandle) {
    this.path = path;
    this.#digestType = digestType;
    this.#handle = handle;
    this.#hash = createHash(digestType);
  }

  /** Opens the file and reads the data left by an earlier process. */
  static async open(path: string, digestType: DigestType): Promise<PartFile> {
    const part = new PartFile(path, digestType, await open(path, 'a+', 0o600));
    try {
      await part.#readEarlier();
      return part;
    } catch (error) {
      await part.close();
      throw error;
    }
  }

  /** Number of bytes received so far. */
  get size(): number {
    return this.#size;
  }

  /**
   * Headers that request the rest of the same version. Empty if the version is unknown, which
   * requests the whole file.
   */
  resumeHeaders(): Record<string, string> {
    return this.#size > 0 && this.#version
      ? { range: `bytes=${this.#size}-`, 'if-range': this.#version }
      : {};
  }

  /** Starts over with the current version, identified by a strong ETag or a date. */
  async restart(version: string | null): Promise<void> {
    await this.#handle.truncate(0);
    this.#hash = createHash(this.#digestType);
    this.#size = 0;
    // A weak ETag doesn't guarantee identical bytes.
    this.#version = version?.startsWith('W/') ? null : version;
    await writeFile(`${this.path}.json`, JSON.stringify({ version: this.#version }), {
      mode: 0o600,
    });
  }

  async append(bytes: Buffer): Promise<void> {
    await this.#handle.appendFile(bytes);
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  /** Returns the digest of everything received. Can be called only once. */
  digest(): string {
    return this.#hash.digest('hex');
  }

  /** Completes the download: flushes the content to disk and deletes the download state. */
  async finish(): Promise<void> {
    await this.#handle.sync();
    await rm(`${this.path}.json`, { force: true });
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true });
    await rm(`${this.path}.json`, { force: true });
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #readEarlier(): Promise<void> {
    const version = await readVersion(`${this.path}.json`);
    if (!version) return await this.#handle.truncate(0);
    for await (const bytes of createReadStream(this.path) as AsyncIterable<Buffer>) {
      this.#hash.update(bytes);
      this.#size += bytes.length;
    }
    this.#version = version;
  }
}

/** Returns null if the version is unknown or was only partly written. */
async function readVersion(path: string): Promise<string | null> {
  try {
    return (JSON.parse(await readFile(path, 'utf8')) as { version: string | null }).version;
  } catch {
    return null;
  }
}
