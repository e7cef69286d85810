import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SimulatedEngine } from '../../../drivers/compute/simulated.ts';
import { listStopPoints } from '../../platform/tasks/stopPoints.ts';
import type { AnyTaskType } from '../../platform/tasks/task.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import { runJobsOnce } from '../../testing/jobs.ts';
import { endOf, spawnWorkerProcess } from '../../testing/workerProcess.ts';
import { otherScenarios } from './otherScenarios.ts';
import { type KillScenario, serverScenarios } from './scenarios.ts';

/** Killed during the undo of a creation that fails in the engine. */
const failingCreation: KillScenario = {
  namePrefix: 'fail-create',
  start: async () => expect.unreachable('made by the call itself'),
};

/** The test is split for two workers: operations on parts of a server, and all others. */
export const isServerPartTask = (type: string): boolean =>
  /^server\.(\w*(Disk|Nic|Snapshot)|cd)$/.test(type);

const scenarios: Record<string, KillScenario> = { ...serverScenarios, ...otherScenarios };

const typeOf = (point: string): string => point.split(':')[0] ?? '';
/**
 * The stop points of each type in order, avoiding two consecutive ones of the same type where
 * possible.
 */
function interleaveByType(all: readonly string[]): string[] {
  const remaining = new Map<string, string[]>();
  for (const point of all)
    remaining.set(typeOf(point), [...(remaining.get(typeOf(point)) ?? []), point]);
  const ordered: string[] = [];
  while (ordered.length < all.length) {
    const last = typeOf(ordered.at(-1) ?? '');
    const byLength = [...remaining]
      .filter(([, rest]) => rest.length > 0)
      .sort((a, b) => b[1].length - a[1].length);
    const [, rest] = byLength.find(([type]) => type !== last) ?? byLength[0] ?? [];
    ordered.push(rest?.shift() ?? '');
  }
  return ordered;
}

/**
 * Declares the tests for these task types: the worker is killed at each stop point in turn, the
 * next worker recovers the task, and finally the engine and the database agree.
 */
export function testKilledTasks(title: string, types: readonly AnyTaskType[]): void {
  const points = interleaveByType(
    listStopPoints(types).filter(
      (point) => !point.includes(':undo') || /^server\.create:(reserve|make):/.test(point),
    ),
  );
  let app: TestApp;
  let client: TestClient;
  let dataDir: string;
  const subjectOfPoint = new Map<string, string>();

  const scenarioOf = (point: string): KillScenario | undefined => {
    const type = typeOf(point);
    return type === 'server.create' ? failingCreation : scenarios[type];
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-kill-'));
    app = await startTestApp({ role: 'api', dataDir });
    client = app.root;
  }, 60_000);
  afterAll(async () => {
    standby?.child.kill('SIGKILL');
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const database = () => app.portal.services.database.db;

  /**
   * The test can take longer than an authentication counts as recent, and some operations require a
   * recent one.
   */
  const renewAuthentication = () =>
    sql`update session set proved_at = now() where user_id = ${client.userId}`.execute(database());
  beforeEach(renewAuthentication);

  const worker = (stopAt?: string) =>
    spawnWorkerProcess({
      databaseUrl: app.portal.services.config.databaseUrl,
      dataDir,
      ...(stopAt ? { stopAt } : {}),
    });

  let standby: { point: string; child: ReturnType<typeof worker> } | undefined;

  /** The worker that dies at the stop point: the standby worker for it, or a new one. */
  function workerFor(point: string): ReturnType<typeof worker> {
    if (
      standby?.point === point &&
      standby.child.exitCode === null &&
      standby.child.signalCode === null
    )
      return standby.child;
    standby?.child.kill('SIGKILL');
    standby = { point, child: worker(point) };
    return standby.child;
  }

  /** Fails with the state of the task if it doesn't end in time. */
  async function waitForTask(cmdId: number): Promise<void> {
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select type, state, attempt, losses, worker_id, lease_until, not_before, failure, completed_at is not null as "isOver"
          from task where id = ${cmdId}`.execute(database());
        expect(rows[0], `task ${cmdId}`).toMatchObject({ isOver: true });
      },
      { timeout: 50_000, interval: 50 },
    );
  }

  interface CreateOptions {
    datacenterId: string;
    images: { id: string; code: string; readyIn: string[] }[];
  }

  /** The options with available images, which the worker prepares on startup. */
  async function createOptions(): Promise<CreateOptions> {
    const { body } = await client.get<CreateOptions>('/servers/create/options');
    return { ...body, images: body.images.filter((image) => image.readyIn.length > 0) };
  }

  async function create(name: string, more: object = {}): Promise<{ id: string; cmdId: number }> {
    const options = await createOptions();
    const answer = await client.post<{ servers: { id: string; cmdId: number }[] }>('/servers', {
      name,
      datacenterId: options.datacenterId,
      imageId: options.images.find(({ code }) => code === 'debian')?.id,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Walk_Password_1',
      powerOn: false,
      ...more,
    });
    const server = answer.body.servers?.[0];
    if (!server) throw new Error(`${name} was not created: ${answer.text}`);
    return server;
  }

  const runJob = (job: string) => runJobsOnce(app.portal, job);

  async function makeSubject(scenario: KillScenario, name: string): Promise<string> {
    if (scenario.make) return await scenario.make(client);
    const { id, cmdId } = await create(name, await scenario.withServer?.(client));
    await waitForTask(cmdId);
    return id;
  }

  /** Waits until the worker has killed itself. Meanwhile, the job that starts the task runs. */
  async function waitForExit(
    child: ReturnType<typeof worker>,
    job: string | undefined,
  ): Promise<void> {
    const isDead = () => child.exitCode !== null || child.signalCode !== null;
    await vi.waitFor(
      async () => {
        if (job) await runJob(job);
        expect(isDead(), 'the worker has killed itself').toBe(true);
      },
      { timeout: 30_000, interval: job ? 200 : 20 },
    );
    expect(await endOf(child)).toBe('SIGKILL');
  }

  /** The task during which the worker died, which is the newest of its type. */
  async function taskOf(point: string): Promise<number> {
    const { rows } = await sql<{
      id: number;
    }>`select id from task where type = ${typeOf(point)} order by id desc limit 1`.execute(
      database(),
    );
    return rows[0]?.id ?? 0;
  }

  async function handleOf(
    description: string,
    answer: { status: number; text: string; body: { cmdId?: number } },
  ): Promise<number> {
    if (answer.body.cmdId === undefined)
      throw new Error(`${description}: ${answer.status} ${answer.text}`);
    return answer.body.cmdId;
  }

  describe(`killed with -9 at any step of any task of ${title}`, () => {
    it('has a scenario for every type of task', () => {
      const missing = types.filter(
        (type) => type.type !== 'server.create' && !scenarios[type.type],
      );
      expect(missing.map((type) => type.type)).toEqual([]);
      expect(points.length).toBeGreaterThan(2 * types.length);
    });

    it('first a healthy worker creates a subject for each stop point and prepares its state', async () => {
      const cleanWorker = worker();
      await vi.waitFor(
        async () => expect((await createOptions()).images.length).toBeGreaterThan(0),
        { timeout: 60_000, interval: 100 },
      );
      for (const [index, point] of points.entries()) {
        const scenario = scenarioOf(point);
        if (!scenario || scenario.namePrefix || point.startsWith('server.create:')) continue;
        await renewAuthentication();
        const subject = await makeSubject(scenario, `kill-${String(index).padStart(3, '0')}`);
        subjectOfPoint.set(point, subject);
        for (const step of scenario.prepare ?? []) {
          const answer = await step(client, subject, runJob);
          if (answer) await waitForTask(await handleOf(point, answer));
        }
      }
      cleanWorker.kill('SIGKILL');
      await endOf(cleanWorker);
    }, 300_000);

    it.each(points)(
      '%s kills the worker, and the next one completes or undoes the task',
      async (point) => {
        const scenario = scenarioOf(point);
        if (!scenario) throw new Error(`no scenario for ${point}`);
        if (point.startsWith('server.create:'))
          await create(point.includes(':undo') ? 'fail-create' : `made-${points.indexOf(point)}`);
        else await handleOf(point, await scenario.start(client, subjectOfPoint.get(point) ?? ''));
        await waitForExit(workerFor(point), scenario.job);
        const cmdId = await taskOf(point);
        // One worker at a time, because a task that kills many workers is given up, as intended.
        // The worker that recovers the last task is the next one to die, unless it would already
        // die during the recovery.
        const next = points[points.indexOf(point) + 1];
        const recoveryWorker = next && typeOf(next) !== typeOf(point) ? workerFor(next) : worker();
        await waitForTask(cmdId);
        if (recoveryWorker === standby?.child) return;
        recoveryWorker.kill('SIGKILL');
        await endOf(recoveryWorker);
      },
      60_000,
    );

    it('leaves every task completed, or undone if the engine fails', async () => {
      const { rows } = await sql<{
        id: number;
        type: string;
        exit_code: number;
        is_stuck: boolean;
        target_name: string;
      }>`
        select id, type, exit_code, is_stuck, target_name, failure from task
        where is_stuck or exit_code is null or (exit_code <> 0) <> (target_name = 'fail-create')`.execute(
        database(),
      );
      expect(rows).toEqual([]);
    });

    it('leaves no server that exists only in the engine or only in the database, and the same power state, size, and disks in both', async () => {
      const engine = new SimulatedEngine({ dataDir: join(dataDir, 'simulated') });
      const actual = (await engine.list()).map((server) => ({
        id: server.id,
        power: server.power,
        cores: server.cores,
        ram: server.ramMb,
        disks: server.disks.map((disk) => disk.sizeGb).sort(),
        nics: server.nics.length,
      }));
      const { rows: actualServers } = await sql<(typeof actual)[number]>`
        select s.id, s.power, s.cores, s.ram_mb as ram, (select array_agg(size_gb order by size_gb) from server_disk d where d.server_id = s.id) as disks,
          (select count(*) from nic n where n.server_id = s.id) as nics
        from server s`.execute(database());
      const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
      expect(actualServers.sort(byId)).toEqual(actual.sort(byId));
      await engine.close();
    });

    it('leaves no address, disk, snapshot, or usage period of deleted objects, and no partly created objects', async () => {
      const leftovers = async (query: ReturnType<typeof sql>) =>
        (await query.execute(database())).rows;
      expect(await leftovers(sql`select id from server where state = 'creating'`)).toEqual([]);
      expect(
        await leftovers(
          sql`select n.id from nic n where not exists (select from server s where s.id = n.server_id)`,
        ),
      ).toEqual([]);
      expect(
        await leftovers(
          sql`select a.ip from address a where kind = 0 and not exists (select from nic n where n.id = a.nic_id)`,
        ),
      ).toEqual([]);
      expect(await leftovers(sql`select id from server_snapshot where state <> 'ready'`)).toEqual(
        [],
      );
      expect(
        await leftovers(sql`select id, state from server_backup where state <> 'ready'`),
      ).toEqual([]);
      expect(await leftovers(sql`select id from backup_test where ended_at is null`)).toEqual([]);
      expect(
        await leftovers(
          sql`select id, state from image where owner_id is not null and state <> 'ready'`,
        ),
      ).toEqual([]);
      expect(
        await leftovers(sql`select id, kind, state from servicelet where state <> 'done'`),
      ).toEqual([]);
      expect(
        await leftovers(
          sql`select server_id, state from server_app where state not in ('waiting', 'installed', 'removed')`,
        ),
      ).toEqual([]);
      expect(
        await leftovers(
          sql`select distinct subject_name from span where to_at is null and not exists (select from server s where s.id = subject_id and s.state = 'live')
            and not exists (select from image i where i.id = subject_id and i.state = 'ready')`,
        ),
      ).toEqual([]);
      expect(
        await leftovers(
          sql`select s.name from server s where state = 'live' and not exists (select from span where subject_id = s.id and to_at is null)`,
        ),
      ).toEqual([]);
    });
  });
}
