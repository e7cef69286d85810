import { constants, type FSWatcher, openSync, watch } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { ServerPaths } from '../process/paths.ts';

/** How much of the earlier output a newly opened console shows. */
const replayBytes = 64 * 1024;
/** Maximum size of the console log, after which it starts over. */
const maxLogBytes = 4 * 1024 * 1024;
/** A viewer that doesn't read is disconnected before it fills the portal's memory. */
const maxBacklogBytes = 1024 * 1024;
/**
 * The pipe to the guest is closed this long after the last key press, because a restarted guest has
 * another one.
 */
const inputIdleMs = 2000;

/** The serial consoles with active viewers. */
export class SerialLines {
  readonly #lines = new Map<string, SerialLine>();

  open(paths: ServerPaths): Duplex {
    let line = this.#lines.get(paths.id);
    if (!line) {
      line = new SerialLine(paths, () => this.#lines.delete(paths.id));
      this.#lines.set(paths.id, line);
    }
    return line.open();
  }

  /** Ends the console of a server that is off: its viewers see the last output and then the end. */
  end(id: string): void {
    this.#lines.get(id)?.end();
  }

  close(): void {
    for (const line of this.#lines.values()) line.end();
  }
}

/**
 * One serial console with several viewers. Output is read from the log that QEMU writes, so that
 * every viewer sees the same bytes in every portal process. Input is written to the pipe that QEMU
 * reads.
 */
class SerialLine {
  readonly #paths: ServerPaths;
  readonly #onEmpty: () => void;
  readonly #viewers = new Set<Duplex>();
  /** Viewers that were opened and not closed. Some may still be waiting for their first output. */
  #openCount = 0;
  readonly #watcher: FSWatcher;
  #position: number | null = null;
  #work: Promise<void> = Promise.resolve();
  #input: Socket | undefined;
  #isEnded = false;

  constructor(paths: ServerPaths, onEmpty: () => void) {
    this.#paths = paths;
    this.#onEmpty = onEmpty;
    this.#watcher = watch(paths.serialLog, () => this.#enqueue(() => this.#drain()));
  }

  open(): Duplex {
    const viewer = new Duplex({
      allowHalfOpen: false,
      read() {},
      write: (chunk: Buffer, _encoding, done) => {
        this.#send(chunk);
        done();
      },
      final: (done) => {
        viewer.push(null);
        done();
      },
    });
    this.#openCount++;
    viewer.once('close', () => this.#leave(viewer));
    this.#enqueue(async () => {
      await this.#drain();
      const from = Math.max(0, (this.#position ?? 0) - replayBytes);
      viewer.push(await readSection(this.#paths.serialLog, from, this.#position ?? 0));
      this.#viewers.add(viewer);
      if (this.#isEnded) viewer.push(null);
    });
    return viewer;
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#onEmpty();
    this.#watcher.close();
    this.#input?.destroy();
    this.#enqueue(async () => {
      await this.#drain();
      for (const viewer of this.#viewers) viewer.push(null);
      this.#viewers.clear();
    });
  }

  /** Sends output written since the last call to all viewers. */
  async #drain(): Promise<void> {
    const size = await sizeOf(this.#paths.serialLog);
    if (this.#position === null || size < this.#position)
      this.#position = this.#position === null ? size : 0;
    if (size > this.#position) {
      const chunk = await readSection(this.#paths.serialLog, this.#position, size);
      this.#position += chunk.length;
      for (const viewer of this.#viewers) {
        if (viewer.readableLength > maxBacklogBytes)
          viewer.destroy(new Error('The console was not read fast enough.'));
        else viewer.push(chunk);
      }
    }
  }

  #send(chunk: Buffer): void {
    if (this.#isEnded) return;
    if (!this.#input || this.#input.destroyed) this.#input = openInput(this.#paths);
    this.#input?.write(chunk);
  }

  #leave(viewer: Duplex): void {
    this.#viewers.delete(viewer);
    this.#openCount--;
    this.#enqueue(async () => {
      if (this.#openCount === 0) this.end();
    });
  }

  #enqueue(step: () => Promise<void>): void {
    this.#work = this.#work.then(step).catch(() => undefined);
  }
}

/** The pipe to the guest. Undefined if no guest reads from it. */
function openInput({ serialInput }: ServerPaths): Socket | undefined {
  let fd: number;
  try {
    fd = openSync(serialInput, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  const pipe = new Socket({ fd, readable: false, writable: true });
  pipe.on('error', () => pipe.destroy());
  pipe.setTimeout(inputIdleMs, () => pipe.destroy());
  return pipe;
}

/** Truncates a long console log. QEMU appends, so it continues at the new beginning. */
export async function trimSerialLog(paths: ServerPaths): Promise<void> {
  if ((await sizeOf(paths.serialLog)) > maxLogBytes) await truncate(paths.serialLog, 0);
}

async function sizeOf(path: string): Promise<number> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return 0;
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

async function readSection(path: string, from: number, to: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(to - from);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
