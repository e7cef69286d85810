import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeQemu } from '../../testing/fakeQemu.ts';
import { Monitors } from './monitors.ts';
import { DataPaths, type ServerPaths } from './paths.ts';
import { killProcess } from './process.ts';

const id = '11111111-2222-4333-8444-555555555555';
let folder: string;
let paths: ServerPaths;
let monitors: Monitors;
let qemu: FakeQemu;
let child: ChildProcess;
let exitedMonitors: string[];

/**
 * Starts a process that the portal can find and its monitor, which stays open until it is closed
 * explicitly.
 */
async function start(): Promise<void> {
  await mkdir(paths.folder, { recursive: true });
  await mkdir(paths.runFolder, { recursive: true });
  child = spawn('sleep', ['600'], { argv0: paths.pid, stdio: 'ignore' });
  await writeFile(paths.pid, String(child.pid));
  qemu = new FakeQemu();
  await qemu.listen(paths.monitors[0] ?? '');
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudberth-monitors-'));
  const data = new DataPaths(folder);
  paths = data.server(id);
  exitedMonitors = [];
  monitors = new Monitors(data, (serverId) => exitedMonitors.push(serverId));
  await start();
});
afterEach(async () => {
  monitors.close();
  await qemu.close();
  child.kill('SIGKILL');
  await rm(paths.runFolder, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

describe('server monitor', () => {
  it("is replaced for a restarted process, even if the end of the last one wasn't noticed yet", async () => {
    const powerStates: string[] = [];
    monitors.listen(({ power }) => powerStates.push(power));
    const last = await monitors.of(id);
    const lastQemu = qemu;
    await monitors.expectingEnd(id, () => killProcess(paths));
    await start();
    const next = await monitors.of(id);
    expect(next).not.toBe(last);
    expect(await next.execute('query-status')).toEqual({});
    expect(powerStates).toEqual([]);
    await lastQemu.close();
  });

  it('stays the same while the process runs', async () => {
    const client = await monitors.of(id);
    await monitors.expectingEnd(id, async () => undefined);
    expect(await monitors.of(id)).toBe(client);
    expect(exitedMonitors).toEqual([]);
  });
});
