import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';
import { offeredRoom } from '../rules/growth.ts';
import { makerFor } from '../testing/serverMaker.ts';

let app: TestApp;
let owner: TestClient;
let maker: Awaited<ReturnType<typeof makerFor>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  maker = await makerFor(owner);
}, 30_000);
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => app.close());

const errorsOf = (answer: Answer) => answer.body.errors?.map((error) => [error.code, error.key]);

/** Makes the datacenter one real host with this much free disk space and memory. */
async function setHostResources(freeGb: number, ramMb = 16_384): Promise<void> {
  const { engines } = app.portal.services;
  const [host] = await engines.hosts('simulated');
  if (!host) throw new Error('The simulated engine has no host.');
  const real = {
    ...host,
    acceleration: 'kvm' as const,
    memoryMb: { total: ramMb, free: ramMb },
    cpu: { ...host.cpu, cores: 2 },
  };
  vi.spyOn(engines, 'hosts').mockResolvedValue([
    { ...real, storageGb: { ...host.storageGb, total: 251, free: freeGb } },
  ]);
}

it('rejects disks that exceed the largest host, with the field, the capacity and the overcommit limit', async () => {
  await setHostResources(200);
  const answer = await maker.ask({
    disks: [{ sizeGb: 20 }, { sizeGb: 16_000 }, { sizeGb: 16_000 }],
  });
  expect([answer.status, errorsOf(answer)]).toEqual([422, [[2989, 'disks.1.sizeGb']]]);
  expect(answer.body.errors?.[0]?.info).toMatch(
    /32020 GB of disks .* has 200 GB free and allows up to 4000 GB/,
  );
  expect(errorsOf(await maker.ask({ ramMb: 32_768 }))).toEqual([[1112, 'ramMb']]);
  expect(errorsOf(await maker.ask({ disks: [{ sizeGb: 20 }, { sizeGb: 3000 }] }))).toBeUndefined();
});

it('makes the overcommit limit configurable', async () => {
  await setHostResources(200);
  expect((await app.root.put('/settings/servers.diskPromise', { value: 2 })).status).toBe(200);
  expect(errorsOf(await maker.ask({ disks: [{ sizeGb: 20 }, { sizeGb: 500 }] }))).toEqual([
    [2989, 'disks.1.sizeGb'],
  ]);
  await app.root.put('/settings/servers.diskPromise', { value: 20 });
});

it('also checks added and resized disks', async () => {
  const id = await maker.make();
  const { disks } = (await owner.get<{ disks: { id: string }[] }>(`/servers/${id}`)).body;
  await setHostResources(10);
  expect(errorsOf(await owner.post(`/servers/${id}/disks`, { sizeGb: 300 }))).toEqual([
    [2989, 'sizeGb'],
  ]);
  expect(
    errorsOf(await owner.put(`/servers/${id}/disks/${disks[0]?.id}`, { sizeGb: 300 })),
  ).toEqual([[2989, 'sizeGb']]);
});

it('has no limit on simulated hosts', async () => {
  expect(
    errorsOf(await maker.ask({ disks: [{ sizeGb: 20 }, { sizeGb: 16_000 }, { sizeGb: 16_000 }] })),
  ).toBeUndefined();
});

it('limits the offered growth of a running server to the sold sizes instead of the engine’s limit', () => {
  const limits = { cpuTypes: [{ type: 'B', cores: [1, 2] }], ramMb: [1024, 2048, 4096, 6144] };
  const server = { cpuType: 'B', cores: 1, ramMb: 1024 };
  expect(offeredRoom({ cores: 8, ramMb: 5000 }, server, limits)).toEqual({ cores: 2, ramMb: 4096 });
  expect(offeredRoom({ cores: 8, ramMb: 5000 }, { ...server, cores: 4 }, limits)).toEqual({
    cores: 4,
    ramMb: 4096,
  });
  expect(offeredRoom(null, server, limits)).toBeNull();
});
