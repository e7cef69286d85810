import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import {
  chunkOf,
  createImage,
  createUpload,
  exampleImage,
  importPrivateImage,
  put,
  simulatedConverter,
  waitForTask,
} from '../testing/imageFixtures.ts';

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
beforeAll(async () => {
  app = await startTestApp({}, { ports: { imageConverter: simulatedConverter } });
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
}, 60_000);
afterAll(() => app.close());

const content = Buffer.alloc(2_500_000, 'a disk ');
const image = async (client: TestClient, id: string) =>
  (await client.get<Record<string, unknown>>(`/images/${id}`)).body;
const codes = (answer: { body: { code?: number[] } }) => answer.body.code;
const filesOf = async (folder: string) =>
  await readdir(join(app.portal.services.config.dataDir, 'images', folder)).catch(() => []);

interface CostPreview {
  basis: string;
  changes: {
    before: { hourly: string };
    after: { hourly: string; monthly: string };
    added: { hourly: string };
  }[];
}

interface Options {
  datacenterId: string;
  images: { id: string; name: string; kind: string }[];
}

async function makeServer(
  client: TestClient,
  imageId?: string,
): Promise<{ id: string; name: string; status: number; text: string }> {
  const { body: options } = await client.get<Options>('/servers/create/options');
  const name = `srv-${randomUUID().slice(0, 8)}`;
  const answer = await client.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...{
      datacenterId: options.datacenterId,
      imageId: imageId ?? options.images.find(({ kind }) => kind === 'os')?.id,
      name,
    },
    ...{
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
    },
    password: 'Server_Password_1',
  });
  if (answer.status === 200)
    expect((await waitForTask(client, answer.body.cmdId)).exitCode).toBe(0);
  return { id: answer.body.servers?.[0]?.id ?? '', name, status: answer.status, text: answer.text };
}

describe('an uploaded image', () => {
  it('can be used for servers, belongs to its uploader, is charged by size, and leaves nothing else behind', async () => {
    const id = await createImage(owner, content, {
      name: 'From my laptop',
      version: '1',
      loginUser: 'admin',
    });
    expect(await image(owner, id)).toMatchObject({
      ...{
        kind: 'private',
        state: 'ready',
        source: 'upload',
        originalFormat: 'vmdk',
        reach: 'own',
        owner: owner.email,
      },
      ...{
        sizeBytes: content.length,
        minDiskGb: 1,
        loginUser: 'admin',
        isLatest: true,
        versions: 1,
        offer: 'offered',
      },
      actions: {
        edit: { isAllowed: true },
        share: { isAllowed: true },
        delete: { isAllowed: true },
        remove: { isAllowed: false },
      },
    });
    const { body: monthToDate } = await owner.get<{
      lines: { item: string; exact: string; parts: { quantity: string }[] }[];
    }>(`/billing/monthToDate/${id}`);
    expect(monthToDate.lines).toMatchObject([
      { item: 'image.gb', parts: [{ quantity: (content.length / 2 ** 30).toFixed(4) }] },
    ]);
    const pricePreview = (await owner.post<CostPreview>('/images/price', {})).body;
    const [price] = pricePreview.changes;
    expect(pricePreview).toMatchObject({
      basis: 'perGb',
      changes: [{ before: { hourly: '0' }, added: { hourly: price?.after.hourly } }],
    });
    expect(Number(monthToDate.lines[0]?.exact)).toBeCloseTo(
      Number(price?.added.hourly) * Number((content.length / 2 ** 30).toFixed(4)),
      12,
    );
    expect(await filesOf('uploads')).toEqual([]);
    expect(await filesOf(id)).toEqual([]);
    expect((await owner.get<{ items: unknown[] }>('/images/uploads')).body.items).toEqual([]);

    const server = await makeServer(owner, id);
    expect(server.status, server.text).toBe(200);
    const rejected = await owner.delete(`/images/${id}/private`);
    expect(rejected).toMatchObject({
      status: 409,
      body: { errors: [{ code: 2516, info: expect.stringContaining(server.name) }] },
    });
  });

  it('isn’t visible to other users, as if it didn’t exist', async () => {
    const id = await createImage(owner, content);
    const missingId = randomUUID();
    const calls: [string, (id: string) => string, unknown?][] = [
      ['GET', (imageId) => `/images/${imageId}`],
      ['PUT', (imageId) => `/images/${imageId}/details`, exampleImage],
      ['PUT', (imageId) => `/images/${imageId}/offer`, { offer: 'withdrawn' }],
      ['DELETE', (imageId) => `/images/${imageId}/private`],
      ['GET', (imageId) => `/images/${imageId}/latest`],
      ['GET', (imageId) => `/images/${imageId}/versions`],
      ['GET', (imageId) => `/images/${imageId}/shares`],
      ['POST', (imageId) => `/images/${imageId}/shares`, { email: 'x@example.test' }],
      ['DELETE', (imageId) => `/images/${imageId}/shares?email=x@example.test`],
      ['PUT', (imageId) => `/images/${imageId}/siteShare`, { isShared: true }],
    ];
    for (const [method, path, body] of calls) {
      const notOwned = await otherUser.call(method, path(id), body);
      expect(notOwned.status, path(id)).toBe(404);
      expect(notOwned.text.replaceAll(id, '')).toBe(
        (await otherUser.call(method, path(missingId), body)).text.replaceAll(missingId, ''),
      );
    }
    expect((await makeServer(otherUser, id)).status).toBe(404);
    expect(
      (
        await otherUser.get<{ items: { id: string }[] }>('/images?kind=private&size=0')
      ).body.items.map((item) => item.id),
    ).not.toContain(id);
    expect(await image(owner, id)).toMatchObject({ state: 'ready', offer: 'offered' });
  });

  it('that can’t be imported shows the reason, keeps the upload for a retry or deletion, and leaves no image after deletion', async () => {
    const bad = Buffer.concat([Buffer.from('refuse me'), content]);
    const { imageId, cmdId } = await importPrivateImage(owner, bad);
    expect(await waitForTask(owner, cmdId)).toMatchObject({
      exitCode: 1,
      failure: { reason: expect.stringContaining('rests on another file') },
    });
    expect(await image(owner, imageId)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('flatten it first'),
      readyIn: [],
    });
    const { body } = await owner.get<{ items: { id: string; problem: string }[] }>(
      '/images/uploads',
    );
    expect(body.items).toMatchObject([{ problem: expect.stringContaining('flatten it first') }]);
    const id = body.items[0]?.id ?? '';
    const second = await owner.post<{ imageId: string; cmdId: number }>(
      `/images/uploads/${id}/finish`,
    );
    expect(second.body.imageId).toBe(imageId);
    expect((await waitForTask(owner, second.body.cmdId)).exitCode).toBe(1);
    expect((await owner.delete(`/images/uploads/${id}`)).status).toBe(200);
    expect(await filesOf('uploads')).toEqual([]);
    expect((await owner.get(`/images/${imageId}`)).status).toBe(404);
  });

  it('of a CD must be added as an ISO, and can’t be the base of a server', async () => {
    const cd = Buffer.concat([Buffer.from('iso'), content]);
    const mismatched = await importPrivateImage(owner, cd);
    expect(await waitForTask(owner, mismatched.cmdId)).toMatchObject({
      exitCode: 1,
      failure: { reason: expect.stringContaining('Bring it as an ISO') },
    });
    const [upload] = (await owner.get<{ items: { id: string }[] }>('/images/uploads')).body.items;
    await owner.delete(`/images/uploads/${upload?.id}`);
    const id = await createImage(owner, cd, { kind: 'iso', name: 'Installer' });
    expect(await image(owner, id)).toMatchObject({ kind: 'iso', state: 'ready' });
    const rejected = await makeServer(owner, id);
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain('ISO image');
  });

  it('must match the given digest', async () => {
    const digest = 'a'.repeat(64);
    const { cmdId, imageId } = await importPrivateImage(owner, content, { digest: digest });
    expect(await waitForTask(owner, cmdId)).toMatchObject({
      exitCode: 1,
      failure: { reason: expect.stringContaining('The sha256 digest of the uploaded file') },
    });
    expect(await image(owner, imageId)).toMatchObject({ state: 'failed' });
    const [upload] = (await owner.get<{ items: { id: string }[] }>('/images/uploads')).body.items;
    expect((await owner.delete(`/images/uploads/${upload?.id}`)).status).toBe(200);
  });
});

describe('the owner of an image', () => {
  it('edits and deletes it, which ends its charges', async () => {
    const id = await createImage(owner, content);
    const changed = {
      ...exampleImage,
      name: 'Better',
      description: 'two\nlines',
      version: '2',
      osFamily: 'windows',
      loginUser: 'Administrator',
      minRamMb: 2048,
    };
    expect((await owner.put(`/images/${id}/details`, changed)).status).toBe(200);
    expect(await image(owner, id)).toMatchObject({
      name: 'Better',
      description: 'two\nlines',
      version: '2',
      osFamily: 'windows',
      minRamMb: 2048,
    });
    const removal = (await owner.get<CostPreview>(`/images/${id}/cost/removal`)).body;
    expect(removal).toMatchObject({
      basis: 'exact',
      changes: [{ after: { hourly: '0', monthly: '0' } }],
    });
    expect(Number(removal.changes[0]?.before.hourly)).toBeGreaterThan(0);
    expect((await otherUser.get(`/images/${id}/cost/removal`)).status).toBe(404);
    const deletion = await owner.delete<{ cmdId: number }>(`/images/${id}/private`);
    expect((await waitForTask(owner, deletion.body.cmdId)).exitCode).toBe(0);
    expect((await owner.get(`/images/${id}`)).status).toBe(404);
    const open = await sql<{
      count: number;
    }>`select count(*) as count from span where subject_id = ${id} and to_at is null`.execute(
      app.portal.services.database.db,
    );
    expect(open.rows[0]?.count).toBe(0);
  });

  it('shares it with users of the site by email address or with the whole site, and they can use it but not change it', async () => {
    const id = await createImage(owner, content, { name: 'Shared' });
    expect(
      (await owner.post(`/images/${id}/shares`, { email: otherUser.email.toUpperCase() })).status,
    ).toBe(200);
    // Whether the account exists is not disclosed.
    expect(
      (await owner.post(`/images/${id}/shares`, { email: 'nobody@example.test' })).status,
    ).toBe(200);
    expect(codes(await owner.post(`/images/${id}/shares`, { email: owner.email }))).toEqual([2515]);
    expect(await image(otherUser, id)).toMatchObject({
      reach: 'shared',
      actions: {
        edit: { isAllowed: false },
        share: { isAllowed: false },
        delete: { isAllowed: false },
      },
    });
    expect(codes(await otherUser.put(`/images/${id}/details`, exampleImage))).toEqual([2000]);
    expect(codes(await otherUser.delete(`/images/${id}/private`))).toEqual([2000]);
    expect(codes(await otherUser.get(`/images/${id}/shares`))).toEqual([2000]);
    expect((await makeServer(otherUser, id)).status).toBe(200);
    // Another user's server uses the image, and its name is not disclosed to the image owner.
    const refusedDeletion = await owner.delete<{ errors: { info: string }[] }>(
      `/images/${id}/private`,
    );
    expect(refusedDeletion.body.errors?.[0]?.info).toContain('depend on it (1): ….');
    expect((await owner.delete(`/images/${id}/shares?email=${otherUser.email}`)).status).toBe(200);
    expect((await otherUser.get(`/images/${id}`)).status).toBe(404);

    const third = await app.signInAs('user');
    expect((await third.get(`/images/${id}`)).status).toBe(404);
    await owner.put(`/images/${id}/siteShare`, { isShared: true });
    expect(await image(third, id)).toMatchObject({ reach: 'shared', isSharedWithSite: true });
    const foreignUser = await app.signInAs('user');
    await sql`update user_account set site_id = ${await app.makeSite('Elsewhere')} where id = ${foreignUser.userId}`.execute(
      app.portal.services.database.db,
    );
    await owner.post(`/images/${id}/shares`, { email: foreignUser.email });
    expect((await foreignUser.get(`/images/${id}`)).status).toBe(404);
  });

  it('deprecates it, which lists it last, and withdraws it, which hides it', async () => {
    const id = await createImage(owner, content, { name: 'AAA first by name' });
    const listOffered = async (client: TestClient) => {
      const { datacenterId } = (await client.get<Options>('/servers/create/options')).body;
      return (
        await client.get<{ items: { id: string }[] }>(`/images/offered?datacenter=${datacenterId}`)
      ).body.items.map((item) => item.id);
    };
    const others = (await listOffered(owner)).length;
    expect(await listOffered(owner)).toContain(id);
    await owner.put(`/images/${id}/offer`, { offer: 'deprecated', note: 'Use the newer one.' });
    expect((await listOffered(owner)).indexOf(id)).toBeGreaterThan(0);
    expect(await image(owner, id)).toMatchObject({
      offer: 'deprecated',
      offerNote: 'Use the newer one.',
      isLatest: false,
    });
    await owner.put(`/images/${id}/offer`, { offer: 'withdrawn', note: 'It had a hole.' });
    expect((await listOffered(owner)).length).toBe(others - 1);
    const rejected = await makeServer(owner, id);
    expect(rejected.text).toContain('It had a hole.');
    await owner.put(`/images/${id}/offer`, { offer: 'offered' });
    expect((await makeServer(owner, id)).status).toBe(200);
  });

  it('creates versions of an image, and the newest offered one is the latest', async () => {
    const first = await createImage(owner, content, { name: 'App', version: '1' });
    const second = await createImage(owner, content, {
      name: 'App',
      version: '2',
      familyOf: first,
    });
    const latest = async (id: string) =>
      (await owner.get<{ id: string }>(`/images/${id}/latest`)).body.id;
    expect(await latest(first)).toBe(second);
    expect(
      (await owner.get<{ items: unknown[] }>(`/images/${second}/versions`)).body.items,
    ).toMatchObject([
      { id: second, version: '2', isLatest: true },
      { id: first, version: '1', isLatest: false },
    ]);
    await owner.put(`/images/${second}/offer`, { offer: 'withdrawn' });
    expect(await latest(first)).toBe(first);
    const iso = await owner.post('/images/uploads', {
      ...exampleImage,
      kind: 'iso',
      fileName: 'a.iso',
      sizeBytes: 10,
      familyOf: second,
    });
    expect(iso.status).toBe(200);
    const notOwned = await otherUser.post('/images/uploads', {
      ...exampleImage,
      fileName: 'a.raw',
      sizeBytes: 10,
      familyOf: first,
    });
    expect(notOwned.status).toBe(404);
    const [open] = (await owner.get<{ items: { id: string }[] }>('/images/uploads')).body.items;
    await owner.delete(`/images/uploads/${open?.id}`);
  });
});

describe('an image of a server', () => {
  it('is created from a disk of the running server, or from a snapshot, and locks the server meanwhile', async () => {
    const server = await makeServer(owner);
    const { body: preview } = await owner.post<CostPreview>('/images/price', {
      serverId: server.id,
    });
    // The whole disk of 20 GB at 0.00005 per hour and 0.03 per month. The used size is known only
    // after copying.
    expect(preview).toMatchObject({
      basis: 'atMost',
      changes: [{ after: { hourly: '0.001', monthly: '0.60' } }],
    });
    const createdFromDisk = await owner.post<{ cmdId: number; imageId: string }>('/images/disk', {
      serverId: server.id,
      name: 'Golden',
    });
    expect(createdFromDisk.status, createdFromDisk.text).toBe(200);
    expect((await waitForTask(owner, createdFromDisk.body.cmdId)).exitCode).toBe(0);
    expect(await image(owner, createdFromDisk.body.imageId)).toMatchObject({
      kind: 'private',
      source: 'disk',
      madeFrom: server.name,
      minDiskGb: 20,
      state: 'ready',
    });
    const created = await owner.post<{ cmdId: number; snapshotId: string }>(
      `/servers/${server.id}/snapshots`,
      { name: 'before' },
    );
    expect(created.status, created.text).toBe(200);
    await waitForTask(owner, created.body.cmdId);
    const { snapshotId } = created.body;
    const snapshotImage = await owner.post<{ cmdId: number; imageId: string }>('/images/disk', {
      serverId: server.id,
      name: 'Source',
      snapshotId,
    });
    expect((await waitForTask(owner, snapshotImage.body.cmdId)).exitCode).toBe(0);
    expect(await image(owner, snapshotImage.body.imageId)).toMatchObject({
      kind: 'snapshot',
      state: 'ready',
    });
    expect((await makeServer(owner, snapshotImage.body.imageId)).status).toBe(200);
  });

  it('is rejected for another user’s or a missing server, and leaves nothing behind', async () => {
    const server = await makeServer(owner);
    const request = { serverId: server.id, name: 'Stolen' };
    expect((await otherUser.post('/images/disk', request)).status).toBe(404);
    expect((await otherUser.post('/images/price', { serverId: request.serverId })).status).toBe(
      404,
    );
    expect((await owner.post('/images/disk', { ...request, diskId: randomUUID() })).status).toBe(
      404,
    );
    expect(
      (await owner.post('/images/disk', { ...request, snapshotId: randomUUID() })).status,
    ).toBe(404);
    const { body } = await app.root.get<{ items: { name: string }[] }>(
      '/images?size=0&filter=Stolen',
    );
    expect(body.items).toEqual([]);
  });
});

describe('group permissions', () => {
  it('apply to images: view allows use, manage allows changes', async () => {
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    const id = await createImage(parent, content, { name: 'Of the parent' });
    expect((await subAccount.get(`/images/${id}`)).status).toBe(404);
    const group = (await parent.post<{ id: string }>('/groups', { name: 'Builders' })).body.id;
    await parent.post(`/groups/${group}/members`, { userIds: [subAccount.userId] });
    const grant = (right: string) =>
      parent.post(`/groups/${group}/rights`, { type: 'ot.hdlib', objectIds: [id], right });
    expect((await grant('view')).status).toBe(200);
    expect(await image(subAccount, id)).toMatchObject({
      reach: 'group',
      actions: { edit: { isAllowed: false } },
    });
    expect((await makeServer(subAccount, id)).status).toBe(200);
    expect(codes(await subAccount.put(`/images/${id}/details`, exampleImage))).toEqual([2000]);
    await grant('manage');
    expect((await subAccount.put(`/images/${id}/details`, exampleImage)).status).toBe(200);
  });
});

describe('an import from a URL', () => {
  it.each([
    ['http://example.com/disk.qcow2', 1204],
    ['https://127.0.0.1/disk.qcow2', 1204],
    ['https://[::ffff:169.254.169.254]/latest', 1204],
    ['https://0x7f.1/x', 1204],
    ['https://user:secret@example.com/x', 1204],
    ['ftp://example.com/x', 1204],
    ['nonsense', 1204],
  ])('of %s is rejected, and creates no image', async (address, code) => {
    const before = (await owner.get<{ total: number }>('/images?kind=private')).body.total;
    expect(codes(await owner.post('/images/address', { ...exampleImage, address }))).toEqual([
      code,
    ]);
    expect((await owner.get<{ total: number }>('/images?kind=private')).body.total).toBe(before);
  });

  it('requires a digest of a known length, and the error lists these lengths', async () => {
    const answer = await owner.post<{ errors: { info: string }[] }>('/images/address', {
      ...exampleImage,
      address: 'https://example.com/x',
      digest: 'abc',
    });
    expect(answer).toMatchObject({ status: 422, body: { code: [1203] } });
  });

  it('with a hostname that resolves to an internal address fails as if it didn’t resolve, without downloading anything', async () => {
    const created = await owner.post<{ cmdId: number; imageId: string }>('/images/address', {
      ...exampleImage,
      address: 'https://localhost/disk.qcow2',
    });
    expect(created.status, created.text).toBe(200);
    expect(await waitForTask(owner, created.body.cmdId)).toMatchObject({
      exitCode: 1,
      failure: { reason: expect.stringContaining('can’t be reached') },
    });
    const deletion = await owner.delete<{ cmdId: number }>(
      `/images/${created.body.imageId}/private`,
    );
    expect((await waitForTask(owner, deletion.body.cmdId)).exitCode).toBe(0);
  });
});

describe('the image quota of an account', () => {
  it('is reserved up front, even with parallel calls', async () => {
    const small = await app.signInAs('user');
    await app.root.put('/settings/images.quotaGb', { value: 1 });
    try {
      const request = { ...exampleImage, fileName: 'a.raw', sizeBytes: 600 * 2 ** 20 };
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => small.post('/images/uploads', request)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
      expect(answers.find(({ status }) => status === 422)?.body.code).toEqual([2508]);
    } finally {
      await app.root.put('/settings/images.quotaGb', { value: 200 });
    }
  });
});

describe('an upload', () => {
  it('that is being processed rejects a second finish and more chunks', async () => {
    const upload = await createUpload(owner, content);
    for (let number = 0; number < upload.chunks; number++)
      await put(owner, upload, number, chunkOf(content, upload, number));
    const finishAnswers = await Promise.all(
      [1, 2].map(() => owner.post<{ cmdId: number }>(`/images/uploads/${upload.id}/finish`)),
    );
    const [succeeded] = finishAnswers.filter(({ status }) => status === 200);
    expect(finishAnswers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await waitForTask(owner, succeeded?.body.cmdId ?? 0)).exitCode).toBe(0);
  });
});
