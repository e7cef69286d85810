import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../../../drivers/compute/port.ts';
import { ports } from '../../../../server/drivers.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { withDb } from '../../../../server/platform/http/callContext.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { catalog } from './catalog/catalog.ts';
import { checkSourceAddress } from './fetch/source.ts';
import { findUsableImage, prepareImages, recordUse, releaseUse } from './index.ts';
import { stagingFolder } from './preparation/staging.ts';
import { type RealPortal, startRealPortal, useBuilders } from './testing/realPortal.ts';
import { buildDisk } from './testing/simulatedBuilders.ts';

let portal: RealPortal;
beforeAll(async () => {
  portal = await startRealPortal();
}, 60_000);
afterAll(() => portal.close());

const root = () => portal.app.root;
const services = () => portal.app.portal.services;
const portalContext = async () =>
  systemContext(services(), {
    site: await portal.app.portal.sites.forHost(''),
    log: createLog('silent'),
  });
const inTransaction = async <T>(work: (ctx: Context) => Promise<T>): Promise<T> => {
  const ctx = await portalContext();
  return await ctx.db.transaction().execute((transaction) => work(withDb(ctx, transaction)));
};
const isStaged = (id: string) =>
  stat(stagingFolder(services().config, id)).then(
    () => true,
    () => false,
  );
/** Whether the engine can create a server from the image. */
async function engineHasImage(imageId: string): Promise<boolean> {
  const id = randomUUID();
  const disks = [{ id: `${id}-0`, sizeGb: 5 }];
  const spec = {
    id,
    name: 'probe',
    cores: 1,
    ramMb: 128,
    disks,
    nics: [],
    source: { kind: 'image' as const, imageId },
    seed: { metaData: '', userData: '' },
  };
  const wasCreated = await portal.engine.create(spec).then(
    () => true,
    () => false,
  );
  await portal.engine.destroy(id);
  return wasCreated;
}
const start = async (id: string): Promise<number> => {
  const answer = await root().post<{ cmdId: number }>(`/images/${id}/fetch`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.cmdId;
};
const fetchWhole = async (id: string) =>
  expect(await portal.ended(await start(id))).toMatchObject({ exitCode: 0 });

describe('downloading an image', () => {
  it('verifies it, imports it into the engine, offers it and leaves nothing else behind', async () => {
    const { whole = '' } = await portal.offer({ code: 'whole' });
    expect(await portal.image(whole)).toMatchObject({
      state: 'absent',
      readyIn: [],
      actions: { fetch: { isAllowed: true }, remove: { isAllowed: false } },
    });
    const cmdId = await start(whole);
    expect(await portal.image(whole)).toMatchObject({
      state: expect.stringMatching(/fetching|ready/),
    });
    const task = await portal.ended(cmdId);
    expect(task.exitCode, JSON.stringify(task)).toBe(0);
    expect(await portal.image(whole)).toMatchObject({
      ...{
        state: 'ready',
        progress: 100,
        cmdId: null,
        isDigestVerified: true,
        digestType: 'sha256',
        isSimulated: false,
      },
      ...{ sizeBytes: portal.vendor.content.length, readyIn: [portal.datacenterId] },
      actions: {
        fetch: { isAllowed: false, reason: 'The image is already available.' },
        remove: { isAllowed: true },
      },
    });
    expect(await engineHasImage(whole)).toBe(true);
    expect(await isStaged(whole)).toBe(false);
  });

  it('offers it when creating a server, ready images first', async () => {
    const { ready = '', later = '' } = await portal.offer(
      { code: 'ready', name: 'Z' },
      { code: 'later', name: 'A' },
    );
    await fetchWhole(ready);
    const user = await portal.app.signInAs('user');
    const { body } = await user.get<{
      items: { id: string; isReady: boolean; actions: unknown }[];
    }>(`/images/offered?datacenter=${portal.datacenterId}`);
    expect(body.items.map(({ id, isReady }) => ({ id, isReady }))).toEqual([
      { id: ready, isReady: true },
      { id: later, isReady: false },
    ]);
    expect(body.items[1]?.actions).toMatchObject({
      fetch: { isAllowed: false, reason: expect.stringContaining('operator') },
    });
    const ctx = await portalContext();
    expect(await findUsableImage(ctx, ready, portal.datacenterId)).toMatchObject({
      code: 'ready',
      minDiskGb: 5,
      loginUser: 'example',
      isReady: true,
    });
    await expect(findUsableImage(ctx, later, portal.datacenterId)).rejects.toThrow('imageNotReady');
    await expect(findUsableImage(ctx, ready, randomUUID())).rejects.toThrow('imageNotReady');
    await expect(findUsableImage(ctx, randomUUID(), portal.datacenterId)).rejects.toThrow(
      'notFound',
    );
  });

  it('fails with a clear message if the digest differs, leaves nothing behind, and can be retried', async () => {
    const { origin, answers } = portal.vendor;
    const source = {
      kind: 'fetch' as const,
      address: `${origin}/image.qcow2`,
      digestAddress: `${origin}/wrong`,
    };
    const { spoilt = '' } = await portal.offer({ code: 'spoilt', name: 'Spoilt', source });
    answers.set('/wrong', (_request, response) => response.end(`${'0'.repeat(64)}  image.qcow2`));
    const failedTask = await portal.ended(await start(spoilt));
    answers.set('/wrong', (_request, response) => response.end(''));
    expect(failedTask).toMatchObject({
      exitCode: 1,
      failure: {
        reason: 'The file downloaded for Spoilt doesn’t match the digest in the catalog.',
      },
    });
    expect(await portal.image(spoilt)).toMatchObject({
      ...{ state: 'failed', cmdId: null, readyIn: [], sizeBytes: null },
      problem: 'The file downloaded for Spoilt doesn’t match the digest in the catalog.',
      actions: { fetch: { isAllowed: true } },
    });
    expect(await isStaged(spoilt)).toBe(false);
    expect(await engineHasImage(spoilt)).toBe(false);

    const failed = await portal.ended(await start(spoilt));
    expect(failed.failure?.reason).toContain('doesn’t list image.qcow2');
  });

  it('reports a missing digest', async () => {
    const source = {
      kind: 'fetch' as const,
      address: `${portal.vendor.origin}/image.qcow2`,
      digestAddress: null,
    };
    const { unchecked = '' } = await portal.offer({ code: 'unchecked', source });
    const { exitCode, log } = await portal.ended(await start(unchecked));
    expect(exitCode).toBe(0);
    expect(log.some(({ entry }) => entry.includes('isn’t verified'))).toBe(true);
    expect(await portal.image(unchecked)).toMatchObject({
      state: 'ready',
      isDigestVerified: false,
    });
  });

  it('leaves nothing behind if the engine rejects the image', async () => {
    const { refused = '' } = await portal.offer({
      code: 'refused',
      name: 'Refused',
      source: {
        kind: 'fetch',
        address: `${portal.vendor.origin}/image.qcow2`,
        digestAddress: null,
      },
    });
    const importing = vi
      .spyOn(portal.engine, 'importImage')
      .mockRejectedValueOnce(new EngineError('qemu', 'refused', 'The image is encrypted.'));
    const task = await portal.ended(await start(refused));
    importing.mockRestore();
    expect(task).toMatchObject({
      exitCode: 1,
      failure: { reason: 'The image Refused couldn’t be created. The image is encrypted.' },
    });
    expect(await portal.image(refused)).toMatchObject({ state: 'failed' });
    expect(await isStaged(refused)).toBe(false);
  });

  it('can be canceled, which restores the previous state', async () => {
    const { slow = '' } = await portal.offer({
      code: 'slow',
      source: { kind: 'fetch', address: `${portal.vendor.origin}/slow`, digestAddress: null },
    });
    const requestReceived = Promise.withResolvers<void>();
    portal.vendor.answers.set('/slow', (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('some of it');
      requestReceived.resolve();
    });
    const cmdId = await start(slow);
    await requestReceived.promise;
    expect(await root().post(`/images/${slow}/fetch`)).toMatchObject({
      status: 409,
      body: { errors: [{ info: 'The image is already being downloaded.' }] },
    });
    await root().post(`/queue/command/${cmdId}/cancel`);
    expect(await portal.ended(cmdId)).toMatchObject({ exitCode: 2 });
    expect(await portal.image(slow)).toMatchObject({
      state: 'absent',
      progress: 0,
      cmdId: null,
      problem: null,
    });
    expect(await isStaged(slow)).toBe(false);
  });

  it.each([
    ['http://cloud.example.org/image.qcow2', null],
    ['https://127.0.0.1/image.qcow2', null],
    ['https://cloud.example.org/image.qcow2', 'https://169.254.169.254/SHA256SUMS'],
  ])('is rejected before any request: %s, %s', async (address, digestAddress) => {
    const { inside = '' } = await portal.offer({
      code: 'inside',
      source: { kind: 'fetch', address, digestAddress },
    });
    expect(await root().post(`/images/${inside}/fetch`)).toMatchObject({
      status: 422,
      body: { code: [1204] },
    });
    expect(await portal.image(inside)).toMatchObject({ state: 'absent' });
  });
});

describe('deleting the content of an image', () => {
  it('removes the content from the engine and keeps the entry', async () => {
    const { gone = '' } = await portal.offer({ code: 'gone' });
    await fetchWhole(gone);
    const { body } = await root().delete<{ cmdId: number }>(`/images/${gone}`);
    expect(await portal.ended(body.cmdId)).toMatchObject({ exitCode: 0 });
    expect(await portal.image(gone)).toMatchObject({
      state: 'absent',
      readyIn: [],
      sizeBytes: null,
    });
    expect(await engineHasImage(gone)).toBe(false);
    expect(await root().delete(`/images/${gone}`)).toMatchObject({ status: 409 });
    await fetchWhole(gone);
  });

  it('is rejected while servers are based on it', async () => {
    const { used = '' } = await portal.offer({ code: 'used', name: 'Used' });
    await fetchWhole(used);
    const servers = [randomUUID(), randomUUID()];
    for (const serverId of [...servers, ...servers])
      await inTransaction((ctx) => recordUse(ctx, used, serverId));
    expect(await root().delete(`/images/${used}`)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 1201, info: 'You can’t remove Used while servers use it (2).' }] },
    });
    expect(await portal.image(used)).toMatchObject({
      usedBy: 2,
      actions: {
        remove: { isAllowed: false, reason: 'The disks of some servers depend on this image (2).' },
      },
    });
    for (const serverId of servers) await inTransaction((ctx) => releaseUse(ctx, serverId));
    expect((await root().delete(`/images/${used}`)).status).toBe(200);
  });

  it('and creating a server from it never both succeed when run at the same time', async () => {
    const { raced = '' } = await portal.offer({ code: 'raced' });
    for (let round = 0; round < 5; round++) {
      await fetchWhole(raced);
      const serverId = randomUUID();
      const [isUseRecorded, removed] = await Promise.all([
        inTransaction((ctx) => recordUse(ctx, raced, serverId)).then(
          () => true,
          () => false,
        ),
        root().delete<{ cmdId: number }>(`/images/${raced}`),
      ]);
      expect(isUseRecorded).not.toBe(removed.status === 200);
      await inTransaction((ctx) => releaseUse(ctx, serverId));
      const cmdId =
        removed.status === 200
          ? removed.body.cmdId
          : (await root().delete<{ cmdId: number }>(`/images/${raced}`)).body.cmdId;
      await portal.ended(cmdId);
    }
  });
});

describe('permissions', () => {
  it('show a private image to its owner and hide it from others', async () => {
    const [owner, otherUser] = [
      await portal.app.signInAs('user'),
      await portal.app.signInAs('user'),
    ];
    const id = randomUUID();
    await sql`insert into image (id, owner_id, site_id, code, kind, name, os_family, os, description, source, min_disk_gb, min_ram_mb, supports_cloud_init)
      values (${id}, ${owner.userId}, ${portal.app.siteId}, 'mine', 'private', 'Mine', 'linux', 'Linux', '{"en":"","he":""}', 'build', 5, 128, true)`.execute(
      services().database.db,
    );
    expect((await owner.get(`/images/${id}`)).status).toBe(200);
    const [notOwned, missing] = [
      await otherUser.get(`/images/${id}`),
      await otherUser.get(`/images/${randomUUID()}`),
    ];
    expect(notOwned.status).toBe(404);
    expect(notOwned.text.replace(id, '')).toBe(missing.text.replace(/[0-9a-f-]{36}/, ''));
    expect(
      (await otherUser.get<{ items: { id: string }[] }>('/images?size=0')).body.items.some(
        (item) => item.id === id,
      ),
    ).toBe(false);
  });

  it('allow only root to download, build and delete images', async () => {
    for (const role of ['siteAdmin', 'user'] as const) {
      const client = await portal.app.signInAs(role);
      const id = randomUUID();
      expect((await client.post(`/images/${id}/fetch`)).status).toBe(403);
      expect((await client.post(`/images/${id}/build`)).status).toBe(403);
      expect((await client.delete(`/images/${id}`)).status).toBe(403);
    }
  });
});

describe('the catalog', () => {
  it.each(catalog.map((entry) => [entry.code, entry] as const))(
    '%s can be obtained, and verified when it is downloaded',
    (code, { source }) => {
      if (source.kind === 'build')
        return expect(ports.imageBuilders.map((builder) => builder.code)).toContain(code);
      expect(checkSourceAddress(source.address, []).protocol).toBe('https:');
      expect(checkSourceAddress(source.digestAddress ?? '', []).protocol).toBe('https:');
    },
  );

  it('withdraws images that are no longer listed, unless their content is stored', async () => {
    const { kept = '', dropped = '' } = await portal.offer({ code: 'kept' }, { code: 'dropped' });
    await fetchWhole(kept);
    await portal.offer({ code: 'another' });
    const { body } = await root().get<{ items: { id: string }[] }>('/images?size=0');
    const ids = body.items.map(({ id }) => id);
    expect(ids).toContain(kept);
    expect(ids).not.toContain(dropped);
    const answer = await root().get<{ items: { code: string }[] }>(
      `/images/offered?datacenter=${portal.datacenterId}`,
    );
    const codes = answer.body.items.map(({ code }) => code);
    expect(codes).toContain('another');
    expect(codes).not.toContain('kept');
  });
});

describe('the first images of a new portal', () => {
  const states = async () => {
    const { body } = await root().get<{
      items: { code: string; state: string; cmdId: number | null }[];
    }>('/images?size=0');
    return Object.fromEntries(body.items.map(({ code, state, cmdId }) => [code, { state, cmdId }]));
  };

  it('are built in the background if there are none and building is possible, unless building is disabled', async () => {
    await sql`update image set state = 'absent', task_id = null`.execute(services().database.db);
    useBuilders(portal, [
      { code: 'tiny', obstacle: async () => null, build: (folder) => buildDisk(folder) },
      {
        code: 'debian',
        obstacle: async () => 'mmdebstrap is missing.',
        build: (folder) => buildDisk(folder),
      },
    ]);
    await root().put('/settings/images.buildAtStart', { value: false });
    await prepareImages(services(), createLog('silent'));
    expect((await states()).tiny).toEqual({ state: 'absent', cmdId: null });

    await root().put('/settings/images.buildAtStart', { value: true });
    await prepareImages(services(), createLog('silent'));
    const { tiny, debian } = await states();
    expect(debian).toEqual({ state: 'absent', cmdId: null });
    if (tiny?.cmdId) await portal.ended(tiny.cmdId);
    expect((await states()).tiny).toEqual({ state: 'ready', cmdId: null });
  });

  it('aren’t built again if there is one', async () => {
    const count = async () =>
      (
        await sql<{ count: number }>`select count(*) as count from task`.execute(
          services().database.db,
        )
      ).rows[0]?.count;
    const before = await count();
    await prepareImages(services(), createLog('silent'));
    expect(await count()).toBe(before);
  });
});
