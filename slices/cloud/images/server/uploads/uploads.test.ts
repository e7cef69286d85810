import { randomUUID } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../../../server/platform/log.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import {
  chunkOf,
  createUpload,
  exampleImage,
  put,
  sha256,
  simulatedConverter,
  waitForTask,
} from '../testing/imageFixtures.ts';
import { clearUploads } from './jobs.ts';

let app: TestApp;
let user: TestClient;
beforeAll(async () => {
  app = await startTestApp({}, { ports: { imageConverter: simulatedConverter } });
  user = await app.signInAs('user');
}, 60_000);
afterAll(() => app.close());

const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
const folderOf = (id: string) => join(app.portal.services.config.dataDir, 'images', 'uploads', id);
const cancel = (id: string) => user.delete(`/images/uploads/${id}`);
interface Detail {
  missing: { from: number; to: number }[];
  receivedChunks: number;
  firstDigest: string | null;
}
const detail = async (id: string) => (await user.get<Detail>(`/images/uploads/${id}`)).body;

describe('an upload', () => {
  it('accepts chunks in any order and repeatedly, reports missing ones, and stores every byte', async () => {
    const upload = await createUpload(user, content, { digest: sha256(content) });
    expect(await detail(upload.id)).toMatchObject({
      chunks: 3,
      receivedChunks: 0,
      missing: [{ from: 0, to: 2 }],
      firstDigest: null,
    });
    for (const number of [2, 0, 2])
      expect((await put(user, upload, number, chunkOf(content, upload, number))).status).toBe(200);
    expect(await detail(upload.id)).toMatchObject({
      ...{ receivedChunks: 2, missing: [{ from: 1, to: 1 }] },
      firstDigest: sha256(chunkOf(content, upload, 0)),
    });
    const early = await user.post(`/images/uploads/${upload.id}/finish`);
    expect(early).toMatchObject({ status: 409, body: { code: [2512] } });
    await put(user, upload, 1, chunkOf(content, upload, 1));
    const { body } = await user.post<{ cmdId: number; imageId: string }>(
      `/images/uploads/${upload.id}/finish`,
    );
    expect((await waitForTask(user, body.cmdId)).exitCode).toBe(0);
    expect((await user.get(`/images/${body.imageId}`)).body).toMatchObject({
      digest: sha256(content),
      isDigestVerified: true,
    });
  });

  it('counts toward the owner’s quota along with the images until it is finished', async () => {
    const unfinishedUploadCount = async (client: typeof user) =>
      (await client.get<{ unfinishedUploads: number }>('/images?size=5')).body.unfinishedUploads;
    const before = await unfinishedUploadCount(user);
    const upload = await createUpload(user, content);
    expect(await unfinishedUploadCount(user)).toBe(before + 1);
    expect(await unfinishedUploadCount(await app.signInAs('user'))).toBe(0);
    await cancel(upload.id);
    expect(await unfinishedUploadCount(user)).toBe(before);
  });

  it('accepts a CRC-32 if the browser has no SHA-256', async () => {
    const upload = await createUpload(user, content);
    const bytes = chunkOf(content, upload, 0);
    expect(
      (await put(user, upload, 0, bytes, crc32(bytes).toString(16).padStart(8, '0'))).status,
    ).toBe(200);
    expect((await put(user, upload, 1, chunkOf(content, upload, 1), '00000000')).body.code).toEqual(
      [2511],
    );
    await cancel(upload.id);
  });

  it('rejects a chunk that doesn’t match its digest, and writes none of it', async () => {
    const upload = await createUpload(user, content);
    const first = chunkOf(content, upload, 0);
    const send = (offset: string, bytes: Buffer, digest = sha256(bytes)) =>
      user.call(
        'PUT',
        `/images/uploads/${upload.id}/chunks?offset=${offset}&digest=${digest}`,
        bytes,
      );
    const cases: [string, Awaited<ReturnType<typeof send>>, number][] = [
      ['between chunks', await send('1', first), 2511],
      ['beyond the end', await send(String(3 * upload.chunkBytes), first), 2511],
      ['shorter than its place', await send('0', first.subarray(1)), 2511],
      ['longer than its place', await send(String(2 * upload.chunkBytes), first), 2511],
      ['of another content', await send('0', first, sha256(Buffer.from('x'))), 2511],
      ['of nothing', await send('0', Buffer.alloc(0)), 2511],
    ];
    for (const [name, answer, code] of cases) expect(answer.body.code, name).toEqual([code]);
    for (const offset of ['-1', '1e3', '0x0', '', '9007199254740993', 'NaN'])
      expect((await send(offset, first)).status, offset).toBe(400);
    expect(
      (
        await user.call(
          'PUT',
          `/images/uploads/${upload.id}/chunks?offset=0&digest=${sha256(first)}`,
          { not: 'bytes' },
        )
      ).status,
    ).toBe(415);
    const huge = Buffer.alloc(upload.chunkBytes + 1);
    expect((await send('0', huge)).status).toBe(413);
    expect(await detail(upload.id)).toMatchObject({ receivedChunks: 0 });
    await cancel(upload.id);
  });

  it('accepts raw bytes only where the contract allows them', async () => {
    const answer = await user.call('POST', '/images/uploads', Buffer.from('bytes'));
    expect(answer.status).toBe(415);
  });

  it('detects data damaged by a machine crash, and requests that chunk again', async () => {
    const upload = await createUpload(user, content);
    for (let number = 0; number < 3; number++)
      await put(user, upload, number, chunkOf(content, upload, number));
    const file = await open(join(folderOf(upload.id), 'data'), 'r+');
    await file.write(Buffer.from('torn'), 0, 4, upload.chunkBytes + 10);
    await file.close();
    const answer = await user.post<{ cmdId: number }>(`/images/uploads/${upload.id}/finish`);
    expect(await waitForTask(user, answer.body.cmdId)).toMatchObject({
      exitCode: 1,
      failure: { reason: expect.stringContaining('1 of 3 chunks') },
    });
    expect(await detail(upload.id)).toMatchObject({ missing: [{ from: 1, to: 1 }] });
    await put(user, upload, 1, chunkOf(content, upload, 1));
    const second = await user.post<{ cmdId: number; imageId: string }>(
      `/images/uploads/${upload.id}/finish`,
    );
    expect((await waitForTask(user, second.body.cmdId)).exitCode).toBe(0);
    expect((await user.get(`/images/${second.body.imageId}`)).body).toMatchObject({
      digest: sha256(content),
    });
  });

  it('uses no space for runs of zeros', async () => {
    const zeros = Buffer.alloc(32 * 2 ** 20);
    const upload = await createUpload(user, zeros);
    for (let number = 0; number < upload.chunks; number++)
      expect((await put(user, upload, number, chunkOf(zeros, upload, number))).status).toBe(200);
    const { size, blocks } = await stat(join(folderOf(upload.id), 'data'));
    expect(size).toBe(zeros.length);
    expect(blocks * 512).toBeLessThan(2 ** 20);
    expect(await detail(upload.id)).toMatchObject({ missing: [] });
    await cancel(upload.id);
    expect(await readdir(join(folderOf(upload.id), '..'))).toEqual([]);
  });

  it.each([
    ['my disk.qcow2', 2505, 'File names may only contain a-zA-Z0-9._-.'],
    ['../../etc/passwd', 2505, 'File names may only contain'],
    ['a...b', 2503, '3 or more dots'],
    ['disk.', 2504, 'Cannot end with dot'],
  ])('of a file named %j is rejected by the naming rule', async (fileName, code, message) => {
    const answer = await user.post('/images/uploads', { ...exampleImage, fileName, sizeBytes: 10 });
    expect(answer.body).toMatchObject({
      code: [code],
      errors: [{ key: 'fileName', info: expect.stringContaining(message) }],
    });
  });

  it('too large for the site or the portal’s disk is rejected before its first byte', async () => {
    const createUpload = (sizeBytes: unknown) =>
      user.post('/images/uploads', { ...exampleImage, fileName: 'a.raw', sizeBytes });
    expect((await createUpload(65 * 2 ** 30)).body.code).toEqual([2509]);
    for (const invalid of [0, -1, 1.5, 2 ** 60, '5', null])
      expect((await createUpload(invalid)).status, String(invalid)).toBe(400);
    await app.root.put('/settings/images.maxUploadGb', { value: 512 });
    await app.root.put('/settings/images.quotaGb', { value: 1_000_000 });
    expect((await createUpload(512 * 2 ** 30)).body.code).toEqual([1205]);
    await app.root.put('/settings/images.maxUploadGb', { value: 64 });
    await app.root.put('/settings/images.quotaGb', { value: 200 });
  });

  it('leaves one audit entry for its start and none for its chunks', async () => {
    const upload = await createUpload(user, content);
    await put(user, upload, 0, chunkOf(content, upload, 0));
    const { rows } = await sql<{
      operation: string;
    }>`select operation from audit_entry where target_id = ${upload.id} or operation = 'putChunk'
      and outcome = 'done'`.execute(app.portal.services.database.db);
    expect(rows).toEqual([{ operation: 'startUpload' }]);
    await cancel(upload.id);
  });

  it('of another user isn’t found', async () => {
    const upload = await createUpload(user, content);
    const otherUser = await app.signInAs('user');
    const bytes = chunkOf(content, upload, 0);
    for (const id of [upload.id, randomUUID()]) {
      const path = `/images/uploads/${id}`;
      expect((await otherUser.get(path)).status).toBe(404);
      expect((await otherUser.delete(path)).status).toBe(404);
      expect((await otherUser.post(`${path}/finish`)).status).toBe(404);
      expect(
        (await otherUser.call('PUT', `${path}/chunks?offset=0&digest=${sha256(bytes)}`, bytes))
          .status,
      ).toBe(404);
    }
    expect(await detail(upload.id)).toMatchObject({ receivedChunks: 0 });
    expect((await otherUser.get<{ items: unknown[] }>('/images/uploads')).body.items).toEqual([]);
    await cancel(upload.id);
  });

  it('is limited to five at a time', async () => {
    const uploads = [];
    for (let number = 0; number < 5; number++) uploads.push(await createUpload(user, content));
    expect(
      (await user.post('/images/uploads', { ...exampleImage, fileName: 'a.raw', sizeBytes: 10 }))
        .body.code,
    ).toEqual([2510]);
    for (const { id } of uploads) await cancel(id);
  });

  it('that is abandoned is deleted, and one in progress is kept', async () => {
    const [old, live] = [await createUpload(user, content), await createUpload(user, content)];
    const { database, config } = app.portal.services;
    await sql`update image_upload set changed_at = now() - interval '49 hours' where id = ${old.id}`.execute(
      database.db,
    );
    const ctx = systemContext(app.portal.services, {
      site: await app.portal.sites.forHost(''),
      log: createLog('silent'),
    });
    const later = { ...ctx, clock: { now: () => new Date(ctx.clock.now().getTime() + 3_600_000) } };
    await clearUploads.run(later);
    expect((await user.get(`/images/uploads/${old.id}`)).status).toBe(404);
    expect((await user.get(`/images/uploads/${live.id}`)).status).toBe(200);
    expect(await readdir(join(config.dataDir, 'images', 'uploads'))).toEqual([live.id]);
    await cancel(live.id);
  });
});
