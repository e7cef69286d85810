import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';
import { runJobsOnce } from '../../../../../server/testing/jobs.ts';

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
let choice: { datacenterId: string; imageId: string };

interface Detail {
  name: string;
  power: string;
  status: string;
  cores: number;
  ramMb: number;
  description: string;
  notes: string;
  lock: { by: string; reason: string } | null;
  room: { cores: number; ramMb: number } | null;
  cd: { id: string } | null;
  startsFrom: string;
  hosts: number;
  disks: { id: string }[];
  obstacles: Record<string, string>;
}
interface Snapshot {
  id: string;
  name: string;
  description: string;
  expiresAt: string | null;
  parentId: string | null;
  isCurrent: boolean;
  actions: Record<string, string | null>;
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
  const { body } = await owner.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  choice = { datacenterId: body.datacenterId, imageId: body.images[0]?.id ?? '' };
}, 30_000);
afterAll(() => app.close());

const db = () => app.portal.services.database.db;
const errorsOf = (answer: Answer) => answer.body.errors?.map((error) => [error.code, error.key]);
const codeOf = (answer: Answer) => answer.body.code?.[0];

async function waitForTask(answer: Answer<{ cmdId?: number }>): Promise<number | null> {
  const exitCode = async () =>
    (await owner.get<{ exitCode: number | null }>(`/queue/command/${answer.body.cmdId}`)).body
      .exitCode;
  expect(answer.body.cmdId, answer.text).toBeDefined();
  await expect.poll(exitCode, { timeout: 15_000, interval: 50 }).not.toBeNull();
  return await exitCode();
}
async function make(more: Record<string, unknown> = {}): Promise<string> {
  const created = await owner.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...choice,
    ...{
      name: `care-${randomUUID().slice(0, 8)}`,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      disks: [{ sizeGb: 20 }],
    },
    ...{
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Server_Password_1',
      ...more,
    },
  });
  expect(await waitForTask(created), created.text).toBe(0);
  return created.body.servers[0]?.id ?? '';
}
const detail = async (id: string) => (await owner.get<Detail>(`/servers/${id}`)).body;
const snapshots = async (id: string) =>
  (await owner.get<{ items: Snapshot[] }>(`/servers/${id}/snapshots`)).body.items;
const spans = async (id: string) =>
  (
    await sql<{ item: string; quantity: string }>`
      select item, trim_scale(quantity)::text as quantity from span where subject_id = ${id} and to_at is null order by item`.execute(
      db(),
    )
  ).rows.map(({ item, quantity }) => `${item} ${quantity}`);

describe('resizing', () => {
  it('prices the growth of a running server, and reports changes that require it to be off', async () => {
    const id = await make();
    const before = await detail(id);
    expect(before.room).toEqual({ cores: 8, ramMb: 4096 });
    interface Sizes {
      now: { price: { monthly: string } };
      offered: {
        cores: number;
        ramMb: number;
        needsOff: string | null;
        price: { monthly: string };
      }[];
      suggested: number;
    }
    const { body: sizes } = await owner.get<Sizes>(`/servers/${id}/size`);
    const suggested = sizes.offered[sizes.suggested];
    expect(suggested).toMatchObject({ cores: 2, needsOff: null });
    expect(suggested?.ramMb).toBeGreaterThan(1024);
    expect(Number(suggested?.price.monthly)).toBeGreaterThan(Number(sizes.now.price.monthly));

    const newSize = { cpuType: 'B', cores: 2, ramMb: 2048 };
    const { body: preview } = await owner.post<{ wanted: { needsOff: string | null } }>(
      `/servers/${id}/size/preview`,
      newSize,
    );
    expect(preview.wanted.needsOff).toBeNull();
    expect(await waitForTask(await owner.put(`/servers/${id}/size`, newSize))).toBe(0);
    expect(await detail(id)).toMatchObject({ cores: 2, ramMb: 2048, power: 'on' });
    expect(await spans(id)).toEqual(expect.arrayContaining(['cpu.B 2', 'ram.gb 2']));

    const smaller = await owner.put(`/servers/${id}/size`, { cpuType: 'B', cores: 1, ramMb: 2048 });
    expect([smaller.status, codeOf(smaller)]).toEqual([422, 1109]);
    expect(smaller.text).toContain('only grow');
    const tooLarge = await owner.put(`/servers/${id}/size`, {
      cpuType: 'B',
      cores: 2,
      ramMb: 8192,
    });
    expect(tooLarge.text).toContain('4096 MB');
    expect(
      await waitForTask(await owner.put(`/servers/${id}/power`, { state: 'off', force: true })),
    ).toBe(0);
    expect(
      await waitForTask(
        await owner.put(`/servers/${id}/size`, { cpuType: 'B', cores: 1, ramMb: 1024 }),
      ),
    ).toBe(0);
    expect(await detail(id)).toMatchObject({
      cores: 1,
      ramMb: 1024,
      power: 'off',
      room: null,
      hosts: 1,
    });
  });

  it('rejects sizes that are not offered, and rejects other users on every endpoint for sizes', async () => {
    const id = await make();
    const odd = await owner.post(`/servers/${id}/size/preview`, {
      cpuType: 'B',
      cores: 999,
      ramMb: 1,
    });
    expect(errorsOf(odd)).toEqual([
      [1112, 'cores'],
      [1112, 'ramMb'],
    ]);
    for (const answer of [
      await otherUser.get(`/servers/${id}/size`),
      await otherUser.post(`/servers/${id}/size/preview`, { cpuType: 'B', cores: 1, ramMb: 1024 }),
      await otherUser.put(`/servers/${id}/description`, { description: 'mine' }),
      await otherUser.put(`/servers/${id}/lock`, {}),
      await otherUser.delete(`/servers/${id}/lock`),
      await otherUser.get(`/servers/${id}/cds`),
      await otherUser.put(`/servers/${id}/cd`, { imageId: null, startFrom: 'disk' }),
    ])
      expect([answer.status, codeOf(answer)]).toEqual([404, 1001]);
  });
});

describe('server descriptions', () => {
  it('stores notes and a description that the list shows', async () => {
    const id = await make();
    const input = { description: 'Shop of Dana', notes: 'Line one\nשורה שתיים' };
    expect((await owner.put(`/servers/${id}/description`, input)).status).toBe(200);
    expect(await detail(id)).toMatchObject(input);
    expect(
      (await owner.put(`/servers/${id}/description`, { description: 'x'.repeat(201) })).status,
    ).toBe(400);
    expect((await owner.put(`/servers/${id}/description`, { notes: 'short' })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ description: 'Shop of Dana', notes: 'short' });
  });

  it('counts the tags on visible servers', async () => {
    const dana = await app.signInAs('user');
    const createTagged = async (tags: string[]) => {
      const created = await dana.post<{ servers: { id: string }[] }>('/servers', {
        ...choice,
        ...{
          name: `tags-${randomUUID().slice(0, 6)}`,
          cpuType: 'B',
          cores: 1,
          ramMb: 1024,
          disks: [{ sizeGb: 20 }],
          tags,
        },
        ...{ nics: [{ networkId: 'auto' }], billingMode: 'hourly', password: 'Server_Password_1' },
      });
      expect(created.body.servers, created.text).toHaveLength(1);
    };
    await createTagged(['web', 'shop']);
    await createTagged(['web']);
    expect((await dana.get<{ items: unknown[] }>('/servers/tags')).body.items).toEqual([
      { tag: 'web', servers: 2 },
      { tag: 'shop', servers: 1 },
    ]);
    expect((await otherUser.get<{ items: unknown[] }>('/servers/tags')).body.items).toEqual([]);
  });
});

it('pages through servers of equal CPU load without duplicates', async () => {
  const ids = [await make(), await make(), await make()];
  for (const id of ids)
    await sql`update server_runtime set cpu_percent = 12.3 where server_id = ${id}`.execute(
      app.administration.db,
    );
  const seen: string[] = [];
  let start = '';
  for (let page = 0; page < 30 && (page === 0 || start); page++) {
    const path = `/servers?size=1&sorting=-cpuLoad${start && `&start=${encodeURIComponent(start)}`}`;
    const { body } = await owner.get<{ items: { id: string }[]; next: string | null }>(path);
    seen.push(...body.items.map(({ id }) => id));
    start = body.next ?? '';
  }
  expect(seen.filter((id) => ids.includes(id)).sort()).toEqual(ids.toSorted());
});

it('shows the total disk size in lists after disks are added, grown and removed', async () => {
  const id = await make();
  const listed = async () =>
    (await owner.get<{ items: { diskGb: number }[] }>(`/servers?filter=${id}`)).body.items[0]
      ?.diskGb;
  const before = (await listed()) ?? Number.NaN;
  expect(await waitForTask(await owner.post(`/servers/${id}/disks`, { sizeGb: 10 }))).toBe(0);
  expect(await listed()).toBe(before + 10);
  const added = (await detail(id)).disks[1]?.id;
  expect(await waitForTask(await owner.put(`/servers/${id}/disks/${added}`, { sizeGb: 30 }))).toBe(
    0,
  );
  expect(await listed()).toBe(before + 30);
  expect(await waitForTask(await owner.delete(`/servers/${id}/disks/${added}`))).toBe(0);
  expect(await listed()).toBe(before);
});

describe('a lock against accidental changes', () => {
  it('prevents power-off, resize, revert and termination, and names who locked the server and why, until it is unlocked', async () => {
    const id = await make();
    expect(await waitForTask(await owner.post(`/servers/${id}/snapshots`, {}))).toBe(0);
    const [snapshot] = await snapshots(id);
    expect((await owner.put(`/servers/${id}/lock`, { reason: 'the shop' })).status).toBe(200);
    const locked = await detail(id);
    expect(locked.lock).toMatchObject({ reason: 'the shop', by: expect.stringContaining('@') });
    expect(locked.obstacles).toMatchObject({ stop: 'locked', terminate: 'locked' });
    expect(codeOf(await owner.put(`/servers/${id}/lock`, {}))).toBe(1100);
    for (const answer of [
      await owner.put(`/servers/${id}/power`, { state: 'off' }),
      await owner.put(`/servers/${id}/power`, { state: 'reboot' }),
      await owner.put(`/servers/${id}/power`, { state: 'suspended' }),
      await owner.put(`/servers/${id}/size`, { cpuType: 'B', cores: 2, ramMb: 2048 }),
      await owner.put(`/servers/${id}/snapshots/${snapshot?.id}/revert`),
      await owner.delete(`/servers/${id}`),
      await owner.put(`/servers/${id}/cd`, { imageId: null, startFrom: 'disk', restart: true }),
    ]) {
      expect([answer.status, codeOf(answer)], answer.text).toEqual([422, 2550]);
      expect(answer.text).toContain('the shop');
    }
    const bulk = await owner.put<{ results: { error: { code: number } }[] }>('/servers/terminate', {
      ids: [id],
    });
    expect(bulk.body.results[0]?.error.code).toBe(2550);
    expect(await detail(id)).toMatchObject({ power: 'on', status: 'ready' });
    expect((await owner.delete(`/servers/${id}/lock`)).status).toBe(200);
    expect(codeOf(await owner.delete(`/servers/${id}/lock`))).toBe(1100);
    expect(await waitForTask(await owner.delete(`/servers/${id}`))).toBe(0);
  });
});

describe('snapshots', () => {
  it('are named after their creation time by default, can be renamed and described later, and expire only in the future', async () => {
    const id = await make();
    expect(await waitForTask(await owner.post(`/servers/${id}/snapshots`, {}))).toBe(0);
    const [first] = await snapshots(id);
    expect(first?.name).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const path = `/servers/${id}/snapshots/${first?.id}`;
    const pastExpiry = await owner.put(path, { expiresAt: '2020-01-01T00:00:00Z' });
    expect(errorsOf(pastExpiry)).toEqual([[2552, 'expiresAt']]);
    const inOneHour = new Date(Date.now() + 3_600_000).toISOString();
    expect(
      (
        await owner.put(path, {
          name: 'before the move',
          description: 'all green',
          expiresAt: inOneHour,
        })
      ).status,
    ).toBe(200);
    expect((await snapshots(id))[0]).toMatchObject({
      name: 'before the move',
      description: 'all green',
      expiresAt: inOneHour,
    });
    expect((await owner.put(path, { expiresAt: null })).status).toBe(200);
    expect((await snapshots(id))[0]?.expiresAt).toBeNull();
    expect((await otherUser.put(path, { name: 'mine' })).status).toBe(404);
    expect(
      (await owner.put(`/servers/${id}/snapshots/${randomUUID()}`, { name: 'none' })).status,
    ).toBe(404);
  });

  it('are deleted automatically when they expire', async () => {
    const id = await make();
    expect(await waitForTask(await owner.post(`/servers/${id}/snapshots`, { name: 'short' }))).toBe(
      0,
    );
    await sql`update server_snapshot set expires_at = now() - interval '1 second' where server_id = ${id}`.execute(
      db(),
    );
    await runJobsOnce(app.portal, 'servers.expireSnapshots');
    await expect.poll(() => snapshots(id), { timeout: 15_000, interval: 50 }).toEqual([]);
  });

  it('can be turned into servers while the original is running, with only the disks they contain', async () => {
    const id = await make();
    expect(
      await waitForTask(await owner.post(`/servers/${id}/snapshots`, { name: 'moment' })),
    ).toBe(0);
    const [snapshot] = await snapshots(id);
    expect(await waitForTask(await owner.post(`/servers/${id}/disks`, { sizeGb: 10 }))).toBe(0);
    const options = (
      await owner.get<Record<string, unknown>>(
        `/servers/${id}/clone/options?snapshot=${snapshot?.id}`,
      )
    ).body;
    expect(options).toMatchObject({ problem: null, disks: [{ sizeGb: 20 }] });
    expect(
      (await owner.get<{ problem: string }>(`/servers/${id}/clone/options`)).body.problem,
    ).not.toBeNull();
    const request = {
      imageId: undefined,
      cloneOf: id,
      snapshotId: snapshot?.id,
      disks: [{ sizeGb: 20 }],
      name: `copy-${randomUUID().slice(0, 6)}`,
    };
    const copy = await make(request);
    expect((await detail(copy)).disks).toHaveLength(1);
    expect(await detail(id)).toMatchObject({ power: 'on' });
    const unknown = await owner.post('/servers', {
      ...choice,
      ...request,
      ...{
        name: `none-${randomUUID().slice(0, 6)}`,
        snapshotId: randomUUID(),
        cpuType: 'B',
        cores: 1,
        ramMb: 1024,
      },
      ...{ nics: [{ networkId: 'auto' }], billingMode: 'hourly' },
    });
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 1001]);
  });
});

describe('the CD drive', () => {
  it('rejects images that are not CDs, and can’t be booted from while empty', async () => {
    const id = await make();
    const disk = await owner.put(`/servers/${id}/cd`, {
      imageId: choice.imageId,
      startFrom: 'iso',
    });
    expect(errorsOf(disk)).toEqual([[2551, 'imageId']]);
    const none = await owner.put(`/servers/${id}/cd`, { imageId: null, startFrom: 'iso' });
    expect(errorsOf(none)).toEqual([[2551, 'imageId']]);
    expect(await detail(id)).toMatchObject({ cd: null, startsFrom: 'disk' });
    expect(
      (await owner.put(`/servers/${id}/cd`, { imageId: randomUUID(), startFrom: 'iso' })).status,
    ).toBe(404);
  });

  it('boots a server from a CD immediately, then from its disk again', async () => {
    const id = await make();
    const imageId = randomUUID();
    const { engines } = app.portal.services;
    const path = `${app.portal.services.config.dataDir}/rescue.iso`;
    await writeFile(path, Buffer.alloc(4096));
    await engines.get('simulated').importImage({ id: imageId, path, format: 'iso' });
    await sql`
      insert into image (id, code, kind, name, os_family, os, description, source, state, min_disk_gb, min_ram_mb, supports_cloud_init)
      select ${imageId}, 'rescue', 'iso', 'Rescue', 'linux', 'Rescue', '{"en": "", "he": ""}', 'build', 'ready', 1, 64, false`.execute(
      db(),
    );
    await sql`insert into image_copy (image_id, datacenter_id, is_simulated, virtual_size_gb) values (${imageId}, ${choice.datacenterId}, true, 1)`.execute(
      db(),
    );
    expect((await owner.get<{ items: unknown[] }>(`/servers/${id}/cds`)).body.items).toContainEqual(
      { id: imageId, name: 'Rescue' },
    );
    expect(
      await waitForTask(
        await owner.put(`/servers/${id}/cd`, { imageId, startFrom: 'iso', restart: true }),
      ),
    ).toBe(0);
    expect(await detail(id)).toMatchObject({ cd: { id: imageId }, startsFrom: 'iso', power: 'on' });
    expect(await engines.get('simulated').inspect(id)).toMatchObject({
      iso: imageId,
      bootFrom: 'iso',
      power: 'on',
    });
    expect(
      await waitForTask(
        await owner.put(`/servers/${id}/cd`, { imageId: null, startFrom: 'disk', restart: true }),
      ),
    ).toBe(0);
    expect(await engines.get('simulated').inspect(id)).toMatchObject({
      iso: null,
      bootFrom: 'disk',
      power: 'on',
    });
  });
});
