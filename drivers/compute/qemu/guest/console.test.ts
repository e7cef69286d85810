import { execFileSync } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataPaths, type ServerPaths } from '../process/paths.ts';
import { SerialLines } from './console.ts';

describe('the serial console', () => {
  let folder: string;
  let guest: Socket;
  let typed: string;
  let lines: SerialLines;
  let paths: ServerPaths;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloudberth-serial-'));
    paths = {
      ...new DataPaths(folder).server('server-1'),
      serialLog: join(folder, 'serial.log'),
      serialInput: join(folder, 'serial.in'),
    };
    await writeFile(paths.serialLog, 'login: ');
    typed = '';
    boot();
    lines = new SerialLines();
  });
  afterEach(async () => {
    lines.close();
    guest.destroy();
    await rm(folder, { recursive: true });
  });

  function boot(): void {
    execFileSync('mkfifo', [paths.serialInput]);
    guest = new Socket({
      fd: openSync(paths.serialInput, constants.O_RDWR | constants.O_NONBLOCK),
      writable: false,
    });
    guest.on('data', (chunk) => (typed += chunk.toString()));
  }

  /** The output shown to a viewer, and whether its stream has ended. */
  function watchOf(viewer: Duplex) {
    const watched = { text: '', hasEnded: false };
    viewer.on('data', (chunk: Buffer) => (watched.text += chunk.toString()));
    viewer.on('end', () => (watched.hasEnded = true));
    return watched;
  }

  it('shows earlier and current output to every viewer', async () => {
    const first = watchOf(lines.open(paths));
    await expect.poll(() => first.text).toBe('login: ');
    const second = watchOf(lines.open(paths));
    await writeFile(paths.serialLog, 'tiny', { flag: 'a' });
    await expect.poll(() => [first.text, second.text]).toEqual(['login: tiny', 'login: tiny']);
  });

  it('stays open for a viewer that joins just as the last one leaves', async () => {
    const firstConnection = lines.open(paths);
    const firstWatch = watchOf(firstConnection);
    await expect.poll(() => firstWatch.text).toBe('login: ');
    const connection = new Promise<Duplex>((resolve) =>
      firstConnection.once('close', () => resolve(lines.open(paths))),
    );
    firstConnection.destroy();
    const pendingConsole = await connection;
    const watched = watchOf(pendingConsole);
    await expect.poll(() => watched.text).toBe('login: ');
    pendingConsole.write('tiny\n');
    await expect.poll(() => typed).toBe('tiny\n');
    expect(watched.hasEnded).toBe(false);
  });

  it('accepts input from several viewers, also after the guest restarts', async () => {
    const [one, other] = [lines.open(paths), new SerialLines().open(paths)];
    const script = 'x'.repeat(100_000);
    one.write(script);
    await expect.poll(() => typed.length).toBe(script.length);
    other.write('y');
    await expect.poll(() => typed.at(-1)).toBe('y');
    other.destroy();
    guest.destroy();
    one.write('nobody reads this');
    await rm(paths.serialInput);
    boot();
    const typeOn = () => {
      one.write('z');
      return typed;
    };
    await expect.poll(typeOn).toMatch(/z$/);
    expect(typed).not.toContain('nobody');
  });

  it('notifies every viewer when the server is off', async () => {
    const watched = watchOf(lines.open(paths));
    await expect.poll(() => watched.text).toBe('login: ');
    lines.end('server-1');
    await expect.poll(() => watched.hasEnded).toBe(true);
  });
});
