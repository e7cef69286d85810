import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { skipReason, tinyGuestImage } from '../../../../../drivers/compute/testing/tinyGuest.ts';
import type { Config } from '../../../../../server/platform/config.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer } from '../../../../../server/testing/client.ts';
import { withoutGuestImages } from '../../../../../server/testing/guestImageBuilders.ts';
import { endOf, spawnWorkerProcess } from '../../../../../server/testing/workerProcess.ts';
import { prepareImages, registerBuiltImage } from '../../../images/server/index.ts';
import { endOfTask } from '../testing/endOfTask.ts';
import { readServerState, type ServerResources } from '../testing/serverResources.ts';

const skipped = skipReason();

interface Created {
  cmdId?: number;
  servers?: { id: string; cmdId: number }[];
}
interface Options {
  datacenterId: string;
  images: { id: string; name: string; code: string; readyIn: string[] }[];
  datacenters: { limits: { ramMb: number[] } }[];
}
interface Detail {
  name: string;
  power: string;
  status: string;
  problem: string | null;
  nics: { forwards: { guestPort: number; hostPort: number }[] }[];
}

let app: TestApp;
let before: ServerResources;

/** Starts a portal on real virtual machines with the tiny guest. It builds no images itself. */
async function startRealApp(overrides: Partial<Config> = {}): Promise<TestApp> {
  const started = await startTestApp(
    { engine: 'qemu', ...overrides },
    { ports: withoutGuestImages(['tiny', 'debian']) },
  );
  await prepareImages(started.portal.services, createLog('silent'));
  const { id: _id, ...file } = await tinyGuestImage();
  await registerBuiltImage(started.portal.services, 'tiny', file);
  return started;
}

const options = async () => (await app.root.get<Options>('/servers/create/options')).body;
const tinyImageOf = ({ images }: Options) => images.find((image) => image.code === 'tiny');

async function requestServer(more: Record<string, unknown> = {}): Promise<Answer<Created>> {
  const found = await options();
  return await app.root.post<Created>('/servers', {
    ...{
      datacenterId: found.datacenterId,
      imageId: tinyImageOf(found)?.id,
      cpuType: 'B',
      cores: 1,
      ramMb: 256,
    },
    ...{
      name: `srv-${randomUUID().slice(0, 8)}`,
      disks: [{ sizeGb: 5 }],
      nics: [{ networkId: 'auto' }],
    },
    ...{ billingMode: 'hourly', password: 'Server_Password_1', ...more },
  });
}
const idOf = (answer: Answer<Created>) => answer.body.servers?.[0]?.id ?? '';
const detail = async (id: string) => (await app.root.get<Detail>(`/servers/${id}`)).body;
const power = (id: string, state: 'on' | 'off') =>
  app.root.put<Created>(`/servers/${id}/power`, { state, force: true });

async function expectSuccess(answer: Answer<Created>): Promise<void> {
  expect(await endOfTask(app.root, answer)).toMatchObject({ exitCode: 0, failure: null });
}

async function make(more: Record<string, unknown> = {}): Promise<string> {
  const answer = await requestServer(more);
  await expectSuccess(answer);
  return idOf(answer);
}

/** Deletes the server permanently, then expects the initial state again. */
async function deletesServer(id: string): Promise<void> {
  if ((await detail(id)).power !== 'off') await expectSuccess(await power(id, 'off'));
  await expectSuccess(await app.root.delete<Created>(`/servers/${id}`));
  await expectSuccess(await app.root.delete<Created>(`/servers/${id}/bin`));
  expect(await readServerState(app)).toEqual(before);
}

/** Expects the task to fail with this reason and to leave no new resources behind. */
async function expectCleanFailure(answer: Answer<Created>, reason: string | RegExp): Promise<void> {
  const { exitCode, failure } = await endOfTask(app.root, answer);
  expect(failure?.reason).toMatch(reason);
  expect(failure?.nextStep).toContain('All changes were undone.');
  expect(exitCode).toBe(1);
  expect(await readServerState(app)).toEqual(before);
}

const qemuFolder = () => join(app.portal.services.config.dataDir, 'qemu');
const processOf = async (id: string) =>
  Number(await readFile(join(qemuFolder(), 'servers', id, 'qemu.pid'), 'utf8'));

describe.skipIf(skipped)(
  `real servers when something fails${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    beforeAll(async () => {
      app = await startRealApp();
    });
    afterAll(() => app?.close());
    beforeEach(async () => {
      before = await readServerState(app);
    });

    it('no disk space: a disk larger than the host is rejected with both sizes, and nothing is left behind', async () => {
      const order = { disks: [{ sizeGb: 5 }, { sizeGb: 16_000 }] };
      const rejected = await requestServer(order);
      expect(rejected.body.errors).toMatchObject([
        { code: 2989, key: 'disks.1.sizeGb', info: expect.stringContaining('16005 GB') },
      ]);
      expect(await readServerState(app)).toEqual(before);
      // Under extreme overcommit, the engine reports the error.
      await app.root.put('/settings/servers.diskPromise', { value: 10_000 });
      await expectCleanFailure(
        await requestServer(order),
        /^A disk of 16000 GB cannot fit on this host, whose storage has \d+ GB in all\.$/,
      );
      await app.root.put('/settings/servers.diskPromise', { value: 20 });
    });

    it('no memory: the first server that does not fit reports the free and the required memory', async () => {
      const largest = (await options()).datacenters[0]?.limits.ramMb.at(-1) ?? 0;
      const fittingServers: string[] = [];
      const initialState = before;
      for (let attempt = 0; attempt < 4; attempt++) {
        const answer = await requestServer({ ramMb: largest });
        const { exitCode, failure } = await endOfTask(app.root, answer);
        if (exitCode !== 0) {
          expect(failure?.reason).toMatch(
            new RegExp(
              `^The host has \\d+ MB of memory free; this server needs \\d+ MB \\(${largest} MB of its own.* give this one less\\.$`,
            ),
          );
          expect(await readServerState(app)).toEqual(before);
          break;
        }
        fittingServers.push(idOf(answer));
        before = await readServerState(app);
      }
      expect(fittingServers.length).toBeLessThan(4);
      before = initialState;
      for (const id of fittingServers) {
        await expectSuccess(await power(id, 'off'));
        await expectSuccess(await app.root.delete<Created>(`/servers/${id}`));
        await expectSuccess(await app.root.delete<Created>(`/servers/${id}/bin`));
      }
      expect(await readServerState(app)).toEqual(before);
    });

    it('a missing image: when its files are deleted from the host, the task names it and nothing is left behind', async () => {
      const image = tinyImageOf(await options());
      const folder = join(qemuFolder(), 'images', image?.id ?? '');
      await rename(folder, `${qemuFolder()}/hidden`);
      try {
        const { exitCode, failure } = await endOfTask(app.root, await requestServer());
        expect([exitCode, failure?.reason]).toEqual([
          1,
          expect.stringMatching(
            /^The image Tiny.* isn’t ready yet\. It’s missing from its engine\.$/,
          ),
        ]);
      } finally {
        await rename(`${qemuFolder()}/hidden`, folder);
      }
      expect(await readServerState(app)).toEqual(before);
    });

    it('no engine: a create names the missing program and leaves nothing behind', async () => {
      await withoutTools(async () => {
        await expectCleanFailure(
          await requestServer(),
          /qemu-system-x86_64 can’t be run\. Check that QEMU is installed/,
        );
      });
    });

    it('no engine: a server that is off stays off and starts once the engine is back', async () => {
      const id = await make({ powerOn: false });
      const holdingsBefore = await readServerState(app);
      await withoutTools(async () => {
        const { exitCode, failure } = await endOfTask(app.root, await power(id, 'on'));
        expect([exitCode, failure?.reason]).toEqual([
          1,
          expect.stringMatching(/qemu-system-x86_64 can’t be run/),
        ]);
      });
      const after = await readServerState(app);
      expect({ ...after, files: [] }).toEqual({ ...holdingsBefore, files: [] });
      await expectSuccess(await power(id, 'on'));
      expect(await detail(id)).toMatchObject({ power: 'on', status: 'ready' });
      await deletesServer(id);
    });

    it('process killed with -9: the server is off and charged as off, reports the reason, and starts again', async () => {
      const id = await make();
      const stateBefore = await readServerState(app);
      process.kill(await processOf(id), 'SIGKILL');
      await expect.poll(async () => (await detail(id)).power, { timeout: 20_000 }).toBe('off');
      expect(await detail(id)).toMatchObject({
        status: 'failed',
        problem: expect.stringMatching(
          /^The server stopped unexpectedly\. The server's process ended .* Its disks are kept\. Start it again\.$/,
        ),
      });
      const { items } = (
        await app.root.get<{ items: { kind: string; text: string }[] }>(`/servers/${id}/history`)
      ).body;
      expect(items.filter(({ kind }) => kind === 'event').map(({ text }) => text)).toEqual([
        'Stopped unexpectedly',
      ]);
      const after = await readServerState(app);
      expect(after.openSpans.length).toBeLessThan(stateBefore.openSpans.length);
      expect({ processes: after.processes, unfinished: after.unfinishedTasks }).toEqual({
        processes: [],
        unfinished: [],
      });
      await expectSuccess(await power(id, 'on'));
      expect(await detail(id)).toMatchObject({ power: 'on', status: 'ready', problem: null });
      await deletesServer(id);
    });

    it('port in use: the server gets and reports a different host port for its forwarding', async () => {
      const id = await make();
      const sshHostPort = async () =>
        (await detail(id)).nics[0]?.forwards.find(({ guestPort }) => guestPort === 22)?.hostPort ??
        0;
      const first = await sshHostPort();
      expect(first).toBeGreaterThan(0);
      await expectSuccess(await power(id, 'off'));
      const portOccupant = createServer();
      await new Promise<void>((resolve) => portOccupant.listen(first, '127.0.0.1', resolve));
      try {
        await expectSuccess(await power(id, 'on'));
        const second = await sshHostPort();
        expect(second).toBeGreaterThan(0);
        expect(second).not.toBe(first);
      } finally {
        portOccupant.close();
      }
      await deletesServer(id);
    });

    it('an invalid seed: invalid user data is rejected with its line and leaves nothing behind, and user data of the maximum size arrives complete', async () => {
      const script = `#!/bin/sh\n${'#'.repeat(32_768 - 10)}`;
      const id = await make({ userData: script, powerOn: false });
      const seed = await readFile(join(qemuFolder(), 'servers', id, 'seed.iso'), 'latin1');
      expect(seed).toContain(Buffer.from(script).toString('base64'));
      await deletesServer(id);
      const rejected = await requestServer({ userData: '#cloud-config\npackages: [nginx' });
      expect(rejected.body.errors).toMatchObject([
        { code: 1114, key: 'userData', info: expect.stringContaining('Line 2') },
      ]);
      expect(await readServerState(app)).toEqual(before);
    });

    /** Hides the QEMU programs while `work` runs. */
    async function withoutTools(work: () => Promise<void>): Promise<void> {
      const path = process.env.PATH;
      process.env.PATH = '/nowhere';
      try {
        await work();
      } finally {
        process.env.PATH = path;
      }
    }
  },
);

const noMount = skipped ?? mountObstacle();

describe.skipIf(noMount)(
  `a host whose storage fills up${noMount ? ` (skipped: ${noMount})` : ''}`,
  () => {
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'cloudberth-full-'));
      execFileSync('mount', [
        '-t',
        'tmpfs',
        '-o',
        'size=8g,nr_inodes=64,mode=0711',
        'tmpfs',
        folder,
      ]);
      app = await startRealApp({ dataDir: folder });
    });
    afterAll(async () => {
      await app?.close();
      execFileSync('umount', [folder]);
      await rm(folder, { recursive: true });
    });

    it.each([1, 2, 3])(
      'during a create with room for %d more files: reports the problem, leaves nothing behind, and succeeds once there is room',
      async (freeBytes) => {
        const fillFile = join(folder, 'filling');
        await mkdir(fillFile);
        try {
          await fill(fillFile, freeBytes);
          before = await readServerState(app);
          await expectCleanFailure(
            await requestServer(),
            /: the host's storage is full\. Free some space and try again\.$/,
          );
        } finally {
          await rm(fillFile, { recursive: true });
        }
        before = await readServerState(app);
        await deletesServer(await make({ powerOn: false }));
      },
    );

    /** Uses up all files that the file system can hold except `freeInodes`. */
    async function fill(target: string, freeInodes: number): Promise<void> {
      const write = (index: number) =>
        writeFile(join(target, String(index)), '').then(
          () => true,
          () => false,
        );
      let count = 0;
      while (await write(count)) count += 1;
      expect(count).toBeGreaterThan(freeInodes);
      for (let index = 0; index < freeInodes; index++) await rm(join(target, String(index)));
      expect(await readdir(target)).toHaveLength(count - freeInodes);
    }
  },
);

describe.skipIf(skipped)(
  `the portal killed in the middle of making a real server${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let dataDir: string;

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-killed-'));
      // The image is created before any worker starts, by a portal that only handles API calls.
      app = await startRealApp({ role: 'api', dataDir });
    });
    afterAll(async () => {
      await app?.close();
      await rm(dataDir, { recursive: true });
    });
    beforeEach(async () => {
      before = await readServerState(app);
    });

    const worker = (stopAt?: string) =>
      spawnWorkerProcess({
        ...{ databaseUrl: app.portal.services.config.databaseUrl, dataDir, engine: 'qemu' },
        ...(stopAt ? { stopAt } : {}),
      });

    it.each([
      'server.create:make:before',
      'server.create:make:after',
      'server.create:start:after',
      'server.create:handOver:after',
    ])('at %s, the next portal creates exactly one server', async (stopAt) => {
      const answer = await requestServer();
      expect(await endOf(worker(stopAt))).toBe('SIGKILL');
      const next = worker();
      try {
        await expectSuccess(answer);
        const after = await readServerState(app);
        const id = idOf(answer);
        expect(after).toMatchObject({
          servers: [`${id} live on`],
          onEngines: [`qemu/${id}`],
          unfinishedTasks: [],
          imageUses: [id],
        });
        expect([after.processes.length, after.disks.length, after.addresses.length]).toEqual([
          1, 1, 1,
        ]);
        expect(await readdir(join(qemuFolder(), 'servers'))).toEqual([id]);
        await deletesServer(id);
      } finally {
        next.kill('SIGKILL');
        await endOf(next);
      }
    });

    it('while writing disks, the next portal recreates the server and removes the incomplete folder', async () => {
      const answer = await requestServer();
      expect(await endOf(worker('server.create:make:before'))).toBe('SIGKILL');
      const draft = join(qemuFolder(), 'servers', `.creating-${idOf(answer)}`);
      await mkdir(draft, { recursive: true });
      await writeFile(join(draft, 'disk-half.qcow2'), 'QFI');
      const next = worker();
      try {
        await expectSuccess(answer);
        expect(await readdir(join(qemuFolder(), 'servers'))).toEqual([idOf(answer)]);
        expect(await readdir(join(qemuFolder(), 'servers', idOf(answer)))).not.toContain(
          'disk-half.qcow2',
        );
        await deletesServer(idOf(answer));
      } finally {
        next.kill('SIGKILL');
        await endOf(next);
      }
    });

    it('and canceled meanwhile, the next portal removes the running virtual machine, its disks, address and name', async () => {
      const answer = await requestServer();
      expect(await endOf(worker('server.create:start:after'))).toBe('SIGKILL');
      expect((await readServerState(app)).processes).toHaveLength(1);
      expect((await app.root.post(`/queue/command/${answer.body.cmdId}/cancel`)).status).toBe(200);
      const next = worker();
      try {
        expect((await endOfTask(app.root, answer)).exitCode).not.toBe(0);
        expect((await app.root.get(`/servers/${idOf(answer)}`)).status).toBe(404);
        expect(await readServerState(app)).toEqual(before);
      } finally {
        next.kill('SIGKILL');
        await endOf(next);
      }
    });
  },
);

/** Why a file system for a test can't be mounted here. Null when it can. */
function mountObstacle(): string | null {
  if (process.getuid?.() !== 0) return 'only root may mount a small file system';
  const folder = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return null;
  } catch {
    return 'this machine lets nobody mount a file system';
  } finally {
    execFileSync('rmdir', [folder]);
  }
}
