import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makerFor } from '../../slices/cloud/servers/server/testing/serverMaker.ts';
import { openPreparedPortal } from '../openPrepared.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { ensureBallast } from '../platform/postgres/ballast.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import type { Portal } from '../portal.ts';
import { rootEmail, testPassword } from '../testing/app.ts';
import { TestClient } from '../testing/client.ts';
import { canMount, mountSmallDisk, type SmallDisk } from './testing/smallDisk.ts';

const megabyte = 2 ** 20;
const reserveMb = 40;
const ballastBytes = 2 * megabyte;
const codes = { diskFull: 1015, diskReserve: 1016, databaseBusy: 1018 };

describe.skipIf(!canMount())('a portal on a small disk', () => {
  let disk: SmallDisk;
  let postgres: EmbeddedPostgres;
  let portal: Portal;
  let root: TestClient;
  let address: string;
  beforeAll(async () => {
    disk = await mountSmallDisk(300);
    postgres = await startEmbeddedPostgres({
      dataDir: disk.folder,
      log: () => {},
      throwAway: true,
    });
    const config = readConfig({
      ...{
        DATABASE_URL: postgres.urls.app,
        DATABASE_MIGRATION_URL: postgres.urls.owner,
        CLOUDBERTH_DATA: disk.folder,
        CLOUDBERTH_PORT: '0',
        CLOUDBERTH_ENGINE: 'simulated',
      },
      ...{ CLOUDBERTH_ROOT_EMAIL: rootEmail, CLOUDBERTH_ROOT_PASSWORD: testPassword },
      CLOUDBERTH_DISK_RESERVE_MB: String(reserveMb),
    });
    portal = await openPreparedPortal(config, createLog('silent'));
    await portal.startWork();
    address = await portal.app.listen({ host: '127.0.0.1', port: 0 });
    root = new TestClient(address);
    await root.signIn(rootEmail, testPassword);
    expect(root.userId).not.toBe('');
  });
  afterEach(() => disk.empty());
  afterAll(async () => {
    await portal?.close();
    await postgres?.stop();
    await disk?.remove();
  });

  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: postgres.urls.administrator });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  };
  const ready = () => root.get('/ready');
  /** A change that uses some database space each time. */
  const change = () => root.put('/header/language', { language: 'en' });

  it('creates nothing that needs space below the reserve, notifies root, and otherwise continues', async () => {
    const maker = await makerFor(root);
    const id = await maker.make();
    await disk.fillUntil((reserveMb - 10) * megabyte);
    const tasks = async () => (await query('select count(*)::int as n from task')).rows[0]?.n;
    const [before, servers] = [
      await tasks(),
      (await query('select count(*)::int as n from server')).rows[0]?.n,
    ];
    const { disks } = (
      await root.get<{ disks: { id: string; sizeGb: number }[] }>(`/servers/${id}`)
    ).body;
    const largerDisk = { sizeGb: (disks[0]?.sizeGb ?? 0) + 10 };
    const rejected = [
      await maker.ask(),
      await root.post(`/servers/${id}/disks`, { sizeGb: 10 }),
      await root.put(`/servers/${id}/disks/${disks[0]?.id}`, largerDisk),
      await root.post(`/servers/${id}/snapshots`, { name: 'before' }),
      await root.post('/images/uploads', {
        name: 'mine',
        osFamily: 'linux',
        fileName: 'mine.qcow2',
        sizeBytes: megabyte,
      }),
    ];
    expect(rejected.map(({ status, body }) => [status, body.code])).toEqual(
      rejected.map(() => [507, [codes.diskReserve]]),
    );
    expect(await tasks()).toBe(before);
    expect((await query('select count(*)::int as n from server')).rows[0]?.n).toBe(servers);
    expect((await change()).status).toBe(200);
    expect((await ready()).status).toBe(200);
    const { news } = (await root.get<{ news: { id: string }[] }>('/dashboard')).body;
    expect(news.map((item) => item.id)).toContain('host.diskReserve');
    await disk.empty();
    await maker.make();
  });

  it('returns 507 when PostgreSQL has no space, reports that it is unhealthy, lets users sign in with the reserved space, and recovers automatically', async () => {
    const folder = join(disk.folder, 'postgres');
    expect(await ensureBallast(folder, ballastBytes)).toBe('reserved');
    // Switches to a new log segment, because without one PostgreSQL would stop completely.
    await query('select pg_switch_wal()');
    await query('create table filling as select 1 as one');
    await disk.fillUntil(0);
    const answers: Awaited<ReturnType<typeof change>>[] = [];
    while (answers.length < 500 && answers.at(-1)?.status !== 507) answers.push(await change());
    const full = answers.at(-1);
    expect([full?.status, full?.body.code]).toEqual([507, [codes.diskFull]]);
    expect(full?.body.errors?.[0]?.info).toContain('out of disk space');
    expect(Number(full?.headers.get('retry-after'))).toBeGreaterThan(0);
    root.language = 'he';
    const hebrew = await root.call(
      'PUT',
      '/header/language',
      { language: 'en' },
      { 'accept-language': 'he' },
    );
    root.language = 'en';
    expect(hebrew.status).toBe(507);
    expect(await ready()).toMatchObject({ status: 507, body: { code: [codes.diskFull] } });
    expect((await root.get('/health')).status).toBe(200);
    expect((await root.get('/user')).status).toBe(200);

    expect(await ensureBallast(folder, ballastBytes)).toBe('released');
    const newClient = new TestClient(address);
    await newClient.signIn(rootEmail, testPassword);
    expect(newClient.userId).toBe(root.userId);
    expect((await ready()).status).toBe(507);

    await disk.empty();
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect((await change()).status).toBe(200);
    await (await makerFor(root)).make();
    expect(await ensureBallast(folder, ballastBytes)).toBe('reserved');
  });

  it('works again when space is available, after PostgreSQL stopped because it couldn’t write its log', async () => {
    await query('create table if not exists filling as select 1 as one');
    await disk.fillUntil(0);
    // Each log segment takes 16 MB of disk space.
    await expect(
      (async () => {
        for (let segment = 0; segment < 100; segment++)
          await query('insert into filling values (1); select pg_switch_wal()');
      })(),
    ).rejects.toThrow();
    await expect.poll(async () => (await ready()).status).toBeGreaterThanOrEqual(503);
    expect((await root.get('/health')).status).toBe(200);
    // Like the launcher, which tries this every second and fails while there is no space.
    const revive = () => postgres.revive().catch(() => {});
    await revive();
    await disk.empty();
    await expect
      .poll(async () => {
        await revive();
        return (await ready()).status;
      })
      .toBe(200);
    expect((await change()).status).toBe(200);
    const newClient = new TestClient(address);
    await newClient.signIn(rootEmail, testPassword);
    expect(newClient.userId).toBe(root.userId);
  });

  it('returns 503 when PostgreSQL has no connections left, and recovers automatically', async () => {
    const heldConnections: pg.Client[] = [];
    const holdConnection = async (): Promise<boolean> => {
      const client = new pg.Client({ connectionString: postgres.urls.administrator });
      client.on('error', () => {});
      const isAccepted = await client.connect().then(
        () => true,
        () => false,
      );
      if (isAccepted) heldConnections.push(client);
      return isAccepted;
    };
    try {
      while (await holdConnection());
      const [first] = heldConnections;
      // Any connection that the portal loses is taken before it can reconnect.
      await expect
        .poll(async () => {
          await first?.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cloudberth'",
          );
          while (await holdConnection());
          const answers = [await root.get('/servers'), await change(), await ready()];
          return answers.map(({ status, body, headers }) => [
            status,
            body.code,
            Number(headers.get('retry-after')) > 0,
          ]);
        })
        .toEqual([0, 1, 2].map(() => [503, [codes.databaseBusy], true]));
      expect((await root.get('/health')).status).toBe(200);
    } finally {
      await Promise.all(heldConnections.map((client) => client.end()));
    }
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect((await change()).status).toBe(200);
  });
});
