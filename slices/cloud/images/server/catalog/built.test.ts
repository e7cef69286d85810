import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildImage, ImageBuildError, registerBuiltImage } from '../index.ts';
import { type RealPortal, startRealPortal, useBuilders } from '../testing/realPortal.ts';
import { buildDisk } from '../testing/simulatedBuilders.ts';

let portal: RealPortal;
beforeAll(async () => {
  portal = await startRealPortal();
}, 60_000);
afterAll(() => portal.close());

const root = () => portal.app.root;
const services = () => portal.app.portal.services;
const start = async (id: string): Promise<number> => {
  const answer = await root().post<{ cmdId: number }>(`/images/${id}/build`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.cmdId;
};

describe('building an image', () => {
  it('runs the builder, logs its output, and offers the image with its kernel', async () => {
    const { made = '' } = await portal.offer({ code: 'made', source: { kind: 'build' } });
    const importSpy = vi.spyOn(portal.engine, 'importImage');
    useBuilders(portal, [
      {
        code: 'made',
        obstacle: async () => null,
        build: async (folder, log) => {
          log('Fetching the kernel');
          log('Making the disk');
          return { ...(await buildDisk(folder)), kernel: '/boot/vmlinuz', append: 'quiet' };
        },
      },
    ]);
    const { exitCode, log } = await portal.ended(await start(made));
    expect(exitCode).toBe(0);
    expect(log.map(({ entry }) => entry)).toEqual(
      expect.arrayContaining(['Fetching the kernel', 'Making the disk']),
    );
    expect(importSpy.mock.lastCall?.[0]).toMatchObject({
      id: made,
      kernel: '/boot/vmlinuz',
      append: 'quiet',
    });
    importSpy.mockRestore();
    expect(await portal.image(made)).toMatchObject({ state: 'ready', sizeBytes: 4, digest: null });
  });

  it('fails with the builder’s message about what is missing', async () => {
    const { broken = '' } = await portal.offer({
      code: 'broken',
      name: 'Broken',
      source: { kind: 'build' },
    });
    const build = async () => {
      throw new ImageBuildError('mke2fs is missing. Run: apt-get install e2fsprogs');
    };
    useBuilders(portal, [{ code: 'broken', obstacle: async () => null, build }]);
    const { failure } = await portal.ended(await start(broken));
    expect(failure?.reason).toBe(
      'The image Broken couldn’t be created. mke2fs is missing. Run: apt-get install e2fsprogs',
    );
    expect(await portal.image(broken)).toMatchObject({ state: 'failed', problem: failure?.reason });
  });

  it('rejects images that must be downloaded, and downloading rejects images that must be built', async () => {
    const { built = '', fetched = '' } = await portal.offer(
      { code: 'built', source: { kind: 'build' } },
      { code: 'fetched' },
    );
    expect(await root().post(`/images/${built}/fetch`)).toMatchObject({
      status: 409,
      body: { errors: [{ info: 'The image is built on this machine, not downloaded.' }] },
    });
    expect(await root().post(`/images/${fetched}/build`)).toMatchObject({ status: 409 });
    expect(await root().post(`/images/${built}/build`)).toMatchObject({
      status: 409,
      body: { errors: [{ info: expect.stringContaining('can’t build') }] },
    });
  });

  it('can run outside the queue', async () => {
    const { outside = '' } = await portal.offer({ code: 'outside', source: { kind: 'build' } });
    const folder = await mkdtemp(join(tmpdir(), 'cloudberth-outside-'));
    await writeFile(join(folder, 'disk'), 'a disk');
    await registerBuiltImage(services(), 'outside', {
      path: join(folder, 'disk'),
      format: 'qcow2',
    });
    await rm(folder, { recursive: true });
    expect(await portal.image(outside)).toMatchObject({
      state: 'ready',
      sizeBytes: 6,
      readyIn: [portal.datacenterId],
    });
    await expect(
      registerBuiltImage(services(), 'nothing', { path: '/x', format: 'qcow2' }),
    ).rejects.toThrow('notFound');
  });

  it('outside the queue creates an offered image, fails if not applicable, and leaves nothing behind when stopped', async () => {
    const { alone = '' } = await portal.offer(
      { code: 'alone', source: { kind: 'build' } },
      { code: 'elsewhere' },
    );
    const folders: string[] = [];
    useBuilders(portal, [
      {
        code: 'alone',
        obstacle: async () => null,
        async build(folder, log, signal) {
          folders.push(folder);
          const disk = await buildDisk(folder, 'a disk');
          log('written');
          signal?.throwIfAborted();
          return disk;
        },
      },
    ]);
    const logLines: string[] = [];
    const build = (code: string, signal?: AbortSignal) =>
      buildImage(services(), code, (line) => logLines.push(line), signal);
    await expect(build('alone', AbortSignal.abort())).rejects.toThrow('aborted');
    expect(await portal.image(alone)).toMatchObject({ state: 'absent' });
    await build('alone');
    expect(await portal.image(alone)).toMatchObject({
      state: 'ready',
      sizeBytes: 6,
      readyIn: [portal.datacenterId],
    });
    expect(logLines).toEqual(['written', 'written']);
    for (const folder of folders) expect(existsSync(folder)).toBe(false);
    await expect(build('alone')).rejects.toThrow('conflict');
    await expect(build('elsewhere')).rejects.toThrow('conflict');
    await expect(build('nothing')).rejects.toThrow('notFound');
  });

  it('can be canceled, which leaves no image', async () => {
    const { slow = '' } = await portal.offer({ code: 'slow', source: { kind: 'build' } });
    useBuilders(portal, [
      {
        code: 'slow',
        obstacle: async () => null,
        build: (_folder, log, signal) => {
          log('at work');
          return new Promise((_built, reject) =>
            signal?.addEventListener('abort', () => reject(signal.reason)),
          );
        },
      },
    ]);
    const cmdId = await start(slow);
    const task = async () =>
      (
        await root().get<{ exitCode: number | null; log: { entry: string }[] }>(
          `/queue/command/${cmdId}`,
        )
      ).body;
    await expect
      .poll(async () => (await task()).log.map(({ entry }) => entry), { timeout: 10_000 })
      .toContain('at work');
    expect((await root().post(`/queue/command/${cmdId}/cancel`)).status).toBe(200);
    await expect.poll(async () => (await task()).exitCode, { timeout: 10_000 }).toBe(2);
    expect(await portal.image(slow)).toMatchObject({ state: 'absent' });
  });
});
