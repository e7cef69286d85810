import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SerialLines } from './console.ts';
import { DataPaths, type ServerPaths } from './paths.ts';

describe('the serial lines', () => {
  let folder: string;
  let guest: Server;
  let typed: string;
  let lines: SerialLines;
  let paths: ServerPaths;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloudberth-serial-'));
    paths = {
      ...new DataPaths(folder).server('server-1'),
      serialLog: join(folder, 'serial.log'),
      serialSocket: join(folder, 'serial.sock'),
    };
    await writeFile(paths.serialLog, 'login: ');
    typed = '';
    guest = createServer((socket) => socket.on('data', (chunk) => (typed += chunk.toString())));
    await new Promise<void>((resolve) => guest.listen(paths.serialSocket, resolve));
    lines = new SerialLines();
  });
  afterEach(async () => {
    lines.close();
    await new Promise((resolve) => guest.close(resolve));
    await rm(folder, { recursive: true });
  });

  /** What a viewer has been shown, and whether its line has ended. */
  function watchOf(viewer: Duplex) {
    const seen = { text: '', hasEnded: false };
    viewer.on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
    viewer.on('end', () => (seen.hasEnded = true));
    return seen;
  }

  it('show what was written before and what is written now to every viewer', async () => {
    const first = watchOf(lines.open(paths));
    await expect.poll(() => first.text).toBe('login: ');
    const second = watchOf(lines.open(paths));
    await writeFile(paths.serialLog, 'tiny', { flag: 'a' });
    await expect.poll(() => [first.text, second.text]).toEqual(['login: tiny', 'login: tiny']);
  });

  it('stay open for a viewer that comes in the moment the last one leaves', async () => {
    const leaving = lines.open(paths);
    const left = watchOf(leaving);
    await expect.poll(() => left.text).toBe('login: ');
    const opened = new Promise<Duplex>((resolve) => leaving.once('close', () => resolve(lines.open(paths))));
    leaving.destroy();
    const coming = await opened;
    const seen = watchOf(coming);
    await expect.poll(() => seen.text).toBe('login: ');
    coming.write('tiny\n');
    await expect.poll(() => typed).toBe('tiny\n');
    expect(seen.hasEnded).toBe(false);
  });

  it('tell every viewer when the server is off', async () => {
    const seen = watchOf(lines.open(paths));
    await expect.poll(() => seen.text).toBe('login: ');
    lines.end('server-1');
    await expect.poll(() => seen.hasEnded).toBe(true);
  });
});
