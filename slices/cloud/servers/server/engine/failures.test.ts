import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ComputeEngine, EngineError } from '../../../../../drivers/compute/port.ts';
import { startEmbeddedPostgres } from '../../../../../server/platform/postgres/embedded.ts';
import { copyUnusedCluster } from '../../../../../server/platform/testing/unusedCluster.ts';
import { prepareDatabase } from '../../../../../server/prepareDatabase.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer } from '../../../../../server/testing/client.ts';
import { endOfTask } from '../testing/endOfTask.ts';
import { readServerState, type ServerResources } from '../testing/serverResources.ts';

interface Created {
  cmdId?: number;
  servers?: { id: string; cmdId: number }[];
}

let app: TestApp;
let engine: ComputeEngine;
let before: ServerResources;

beforeAll(async () => {
  app = await startTestApp();
  engine = app.portal.services.engines.get('simulated');
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  before = await readServerState(app);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function bodyFor(
  { root }: TestApp,
  more: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { body } = await root.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  return {
    ...{
      datacenterId: body.datacenterId,
      imageId: body.images[0]?.id,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
    },
    ...{
      name: `srv-${randomUUID().slice(0, 8)}`,
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
    },
    ...{ billingMode: 'hourly', password: 'Server_Password_1', ...more },
  };
}
const requestServer = async (more: Record<string, unknown> = {}) =>
  app.root.post<Created>('/servers', await bodyFor(app, more));
const idOf = (answer: Answer<Created>) => answer.body.servers?.[0]?.id ?? '';

/** Expects the task to fail with this reason and to leave no new resources behind. */
async function expectCleanFailure(answer: Answer<Created>, reason: string | RegExp): Promise<void> {
  const { exitCode, failure } = await endOfTask(app.root, answer);
  expect(exitCode).toBe(1);
  expect(failure?.reason).toMatch(reason);
  expect(failure?.nextStep).toContain('All changes were undone.');
  expect((await app.root.get(`/servers/${idOf(answer)}`)).status).toBe(404);
  expect(await readServerState(app)).toEqual(before);
}

/**
 * Expects the call to be rejected with these codes and fields and to leave no new resources behind.
 */
async function expectRejectedWithoutTraces(
  answer: Answer<Created>,
  expected: { code: number; key?: string; info: RegExp },
): Promise<void> {
  expect(answer.body.errors).toEqual([{ ...expected, info: expect.stringMatching(expected.info) }]);
  expect(await readServerState(app)).toEqual(before);
}

describe('no disk space on the host', () => {
  it('while creating a server: the task reports the shortfall, and nothing is left behind', async () => {
    const problem =
      'The host has 0.4 GB of storage free, too little for a new disk (0.0 GB and 1 GB to spare).';
    vi.spyOn(engine, 'create').mockRejectedValueOnce(
      new EngineError('simulated', 'noSpace', problem),
    );
    await expectCleanFailure(await requestServer(), problem);
  });

  it('while adding a disk: the server keeps its disks and cost', async () => {
    const created = await requestServer({ powerOn: false });
    expect(await endOfTask(app.root, created)).toMatchObject({ exitCode: 0 });
    before = await readServerState(app);
    vi.spyOn(engine, 'attachDisk').mockRejectedValueOnce(
      new EngineError('simulated', 'noSpace', "The host's storage is full."),
    );
    const task = await endOfTask(
      app.root,
      await app.root.post(`/servers/${idOf(created)}/disks`, { sizeGb: 10 }),
    );
    expect(task).toMatchObject({ exitCode: 1, failure: { reason: "The host's storage is full." } });
    expect(await readServerState(app)).toEqual(before);
  });
});

describe('no memory on the host', () => {
  it('at first start: the created disks are removed again', async () => {
    const problem = 'The host has 100 MB of memory free; this server needs 1400 MB.';
    vi.spyOn(engine, 'start').mockRejectedValueOnce(
      new EngineError('simulated', 'noMemory', problem),
    );
    await expectCleanFailure(await requestServer(), problem);
  });

  it('at a later start: the server stays off and is not charged as running', async () => {
    const created = await requestServer({ powerOn: false });
    expect(await endOfTask(app.root, created)).toMatchObject({ exitCode: 0 });
    before = await readServerState(app);
    vi.spyOn(engine, 'start').mockRejectedValueOnce(
      new EngineError('simulated', 'noMemory', 'The host has 100 MB of memory free.'),
    );
    const task = await endOfTask(
      app.root,
      await app.root.put(`/servers/${idOf(created)}/power`, { state: 'on' }),
    );
    expect(task).toMatchObject({
      exitCode: 1,
      failure: { reason: 'The host has 100 MB of memory free.' },
    });
    expect(await readServerState(app)).toEqual(before);
  });
});

describe('a missing image', () => {
  it('that does not exist is rejected with its field name', async () => {
    const imageId = randomUUID();
    await expectRejectedWithoutTraces(await requestServer({ imageId }), {
      code: 1001,
      key: 'imageId',
      info: new RegExp(imageId),
    });
  });

  it('that the datacenter does not have yet is rejected by name', async () => {
    const { body } = await app.root.get<{ items: { id: string; name: string }[] }>(
      '/images?size=1',
    );
    const [image] = body.items;
    const copy = () => sql`from image_copy where image_id = ${image?.id}`;
    const db = app.portal.services.database.db;
    const { rows } = await sql<{
      row: unknown;
    }>`select to_jsonb(image_copy) as row ${copy()}`.execute(db);
    await sql`delete ${copy()}`.execute(db);
    const answer = await requestServer({ imageId: image?.id });
    await sql`insert into image_copy select * from jsonb_populate_record(null::image_copy, ${JSON.stringify(rows[0]?.row)})`.execute(
      db,
    );
    await expectRejectedWithoutTraces(answer, {
      code: 1200,
      key: 'imageId',
      info: new RegExp(`The image ${image?.name} .* hasn’t been downloaded yet`),
    });
  });

  it('that disappears from the engine after the call fails the task, which names the image and leaves nothing behind', async () => {
    const body = await bodyFor(app);
    vi.spyOn(engine, 'create').mockRejectedValueOnce(
      new EngineError('simulated', 'notFound', `There is no image ${body.imageId}.`),
    );
    const { body: image } = await app.root.get<{ name: string }>(`/images/${body.imageId}`);
    await expectCleanFailure(
      await app.root.post<Created>('/servers', body),
      `The image ${image.name} isn’t ready yet`,
    );
  });
});

describe('an unavailable engine', () => {
  const problem = 'QEMU is not complete on this machine: qemu-img cannot be run.';

  it('during the task is retried, then the task fails with the engine’s error and nothing is left behind', async () => {
    const create = vi
      .spyOn(engine, 'create')
      .mockRejectedValue(new EngineError('simulated', 'unavailable', problem));
    await expectCleanFailure(await requestServer(), `The server’s engine failed: ${problem}`);
    expect(create.mock.calls.length).toBeGreaterThan(1);
  });

  it('that is unavailable only briefly is waited for, and one server is created', async () => {
    const create = vi
      .spyOn(engine, 'create')
      .mockRejectedValueOnce(new EngineError('simulated', 'unavailable', problem));
    const answer = await requestServer();
    const { exitCode, failure, log } = await endOfTask(app.root, answer);
    expect([exitCode, failure]).toEqual([0, null]);
    expect(create).toHaveBeenCalledTimes(2);
    expect(log.map(({ entry }) => entry).join()).toContain(problem);
    expect((await engine.list()).filter(({ id }) => id === idOf(answer))).toHaveLength(1);
  });

  it('before the call is reported with the cause and the remedy', async () => {
    mockMissingEngine();
    const answer = await requestServer();
    vi.restoreAllMocks();
    await expectRejectedWithoutTraces(answer, {
      code: 1400,
      info: /qemu-img cannot be run\. sudo apt-get install qemu-utils/,
    });
  });

  it('that stays unavailable during a task still gets all created resources removed', async () => {
    vi.spyOn(engine, 'start').mockImplementationOnce(async () => {
      mockMissingEngine();
      throw new EngineError('simulated', 'failed', 'It cannot be started.');
    });
    const answer = await requestServer();
    await endOfTask(app.root, answer);
    vi.restoreAllMocks();
    await expectCleanFailure(answer, 'It cannot be started.');
  });

  function mockMissingEngine(): void {
    const { engines } = app.portal.services;
    const readCapabilities = engines.capabilities.bind(engines);
    vi.spyOn(engines, 'capabilities').mockImplementation(async (name) => ({
      ...(await readCapabilities(name)),
      ...{ ready: false, problem, remedy: 'sudo apt-get install qemu-utils' },
    }));
  }
});

describe('an invalid seed', () => {
  it.each([
    [
      'YAML that does not parse, by its line',
      '#cloud-config\npackages:\n  - nginx\n bad: [1',
      /^The user data isn’t valid. Line 4: /,
    ],
    [
      'a duplicate key',
      '#cloud-config\nruncmd: [a]\nruncmd: [b]',
      /Line 3: Map keys must be unique/,
    ],
    ['a value that isn’t a mapping', '#cloud-config\n- nginx', /cloud-config must be a mapping/],
    [
      'a form where none is accepted',
      '#include\nhttp://example.test/config',
      /Line 1: "#include" isn’t supported/,
    ],
    ['aliases that expand beyond the limit', bomb(), /too many references to itself/],
  ])('is rejected with its field: %s', async (_case, userData, info) => {
    await expectRejectedWithoutTraces(await requestServer({ userData }), {
      code: 1114,
      key: 'userData',
      info,
    });
  });

  it('longer than 65,536 characters is rejected with its field', async () => {
    await expectRejectedWithoutTraces(
      await requestServer({ userData: `#!/bin/sh\n${'#'.repeat(65_536)}` }),
      {
        ...{ code: 1000, key: 'userData', info: /65536/ },
      },
    );
  });

  function bomb(): string {
    const levels = Array.from(
      { length: 12 },
      (_, level) => `a${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(', ')}]`,
    );
    return ['#cloud-config', 'a0: &a0 [x]', ...levels].join('\n');
  }
});

describe('the database', () => {
  it('that fails during the call is reported, and no part of the server exists', async () => {
    const body = await bodyFor(app);
    const { url, pool } = app.administration;
    const holder = new pg.Client({ connectionString: url, application_name: 'holder' });
    await holder.connect();
    await holder.query('begin; lock table server_disk in access exclusive mode');
    const pendingAnswer = app.root.post<Created>('/servers', body);
    // Queried outside the lock holder's transaction, whose snapshot would hide changes by others.
    // Matches only the statement that inserts the server with its disks, because periodic jobs
    // query disks too.
    const waitingQuery = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike 'insert into%server%'`;
    await expect
      .poll(async () => (await pool.query(waitingQuery)).rowCount, { timeout: 10_000 })
      .toBe(1);
    await pool.query(`select pg_terminate_backend(pid) from (${waitingQuery}) as cut`);
    await holder.query('rollback');
    await holder.end();
    const answer = await pendingAnswer;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    await expectRejectedWithoutTraces(answer, {
      code: 1011,
      info: /can’t reach its database right now. Try again in a moment/,
    });
    expect(await endOfTask(app.root, await app.root.post<Created>('/servers', body))).toMatchObject(
      { exitCode: 0 },
    );
  });

  it('that restarts during a create still gets one server, and concurrent calls report the problem', async () => {
    const dataDir = await copyUnusedCluster();
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
    await prepareDatabase({ databaseUrl: postgres.urls.app, migrationUrl: postgres.urls.owner });
    const restarted = await startTestApp({ databaseUrl: postgres.urls.app });
    try {
      const { engines } = restarted.portal.services;
      const simulated = engines.get('simulated');
      const create = simulated.create.bind(simulated);
      let concurrentAnswer: Answer | null = null;
      vi.spyOn(simulated, 'create').mockImplementationOnce(async (spec) => {
        await create(spec);
        process.kill(postgres.pid, 'SIGKILL');
        await expect.poll(() => isAlive(postgres.pid), { timeout: 10_000 }).toBe(false);
        concurrentAnswer = await restarted.root.get('/servers');
        await postgres.revive();
      });
      const answer = await restarted.root.post<Created>('/servers', await bodyFor(restarted));
      await expect
        .poll(() => concurrentAnswer, { timeout: 15_000 })
        .toMatchObject({ status: 503, body: { code: [1011] } });
      await expect
        .poll(async () => (await restarted.root.get('/servers')).status, { timeout: 15_000 })
        .toBe(200);
      expect(await endOfTask(restarted.root, answer)).toMatchObject({ exitCode: 0, failure: null });
      expect(await readServerState(restarted)).toMatchObject({
        ...{
          servers: [`${idOf(answer)} live on`],
          onEngines: [`simulated/${idOf(answer)}`],
          imageUses: [idOf(answer)],
        },
        ...{
          disks: [expect.any(String)],
          nics: [expect.any(String)],
          addresses: [expect.any(String)],
          unfinishedTasks: [],
        },
      });
    } finally {
      await restarted.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    }
  }, 90_000);

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
});
