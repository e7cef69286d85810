import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../../../contract/access/roles.ts';
import type { Language } from '../../../../contract/languages.ts';
import { readReach } from '../../access/objectAccess.ts';
import { readConfig } from '../../config.ts';
import type { Actor, Services } from '../../context.ts';
import { openDatabase } from '../../database/database.ts';
import { EventHub } from '../../events/hub.ts';
import type { CallContext } from '../../http/callContext.ts';
import { withDb } from '../../http/callContext.ts';
import { createLog } from '../../log.ts';
import { openResources } from '../../resources/resources.ts';
import { Secrets } from '../../secrets/secrets.ts';
import { SiteDirectory } from '../../sites/sites.ts';
import { systemContext } from '../../systemContext.ts';
import type { TestDatabase } from '../../testing/postgres.ts';
import { type RunnerOptions, TaskRunner } from '../runner.ts';
import { startTask, type TaskStart } from '../startTask.ts';
import { type TaskDatabase, withTaskTables } from '../tables.ts';
import type { TaskType } from '../task.ts';
import type { TaskTiming } from '../timing.ts';
import { createOutsideTable, type SampleInput, sampleTask, sampleTypes } from './sampleTasks.ts';

/** Short enough for tests to wait for, and long enough for a busy machine. */
export const testTiming: Partial<TaskTiming> = {
  leaseMs: 1500,
  heartbeatMs: 200,
  reapEverySeconds: 0.5,
  choreTickMs: 100,
  retryBaseMs: 5,
  undoAttempts: 3,
  stopGraceMs: 50,
  progressEveryMs: 20,
};

/** A portal without a web app: services, a site, and users on a separate database. */
export interface Harness {
  services: Services;
  sites: SiteDirectory;
  db: TaskDatabase;
  /** The users who start tasks. */
  owner: CallContext;
  other: CallContext;
  person(role: Role, options?: { parentId?: string; language?: Language }): Promise<CallContext>;
  run(options?: Partial<RunnerOptions>): Promise<TaskRunner>;
  start(task?: {
    type?: TaskType<SampleInput>;
    input?: SampleInput;
    resource?: string;
    by?: CallContext;
  }): Promise<number>;
  close(): Promise<void>;
}

export async function openServices(
  url: string,
): Promise<{ services: Services; sites: SiteDirectory }> {
  const database = openDatabase(url, () => {});
  // A connection that breaks while in use also emits an event. Its query reports the error.
  database.pool.on('connect', (client) => client.on('error', () => {}));
  const events = new EventHub(url, createLog('silent'));
  await events.open();
  const config = readConfig({ DATABASE_URL: url, NODE_ENV: 'test' });
  const services = {
    config,
    database,
    events,
    secrets: new Secrets([randomBytes(32)]),
    resources: openResources(config, database.db),
  } as Services;
  return { services, sites: new SiteDirectory(database.db) };
}

const defaultPreferences = { language: null, time_zone: null, date_format: null, deleted_at: null };

export async function openHarness({
  url,
  ownerUrl,
}: Pick<TestDatabase, 'url' | 'ownerUrl'>): Promise<Harness> {
  const { services, sites } = await openServices(url);
  const db = withTaskTables(services.database.db);
  const schema = openDatabase(ownerUrl, () => {}, { maxConnections: 1, isWalled: false });
  await createOutsideTable(schema.db);
  await schema.close();
  const siteId = crypto.randomUUID();
  await db
    .insertInto('site')
    .values({
      id: siteId,
      path: siteId,
      name: 'Root',
      parent_id: null,
      theme: '{}',
      logo: null,
      logo_type: null,
    })
    .execute();
  const site = await sites.byId(siteId);
  const person: Harness['person'] = async (role, options = {}) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const parentId = options.parentId ?? null;
    const account = {
      site_id: siteId,
      email,
      role,
      parent_id: parentId,
      password_hash: null,
      ...defaultPreferences,
    };
    const { id } = await db
      .insertInto('user_account')
      .values(account)
      .returning('id')
      .executeTakeFirstOrThrow();
    const reach = await readReach(services.database.db, { userId: id, role, sitePath: site.path });
    const actor: Actor = {
      userId: id,
      siteId,
      sitePath: site.path,
      role,
      email,
      parentId,
      language: options.language ?? 'en',
      reach,
    };
    return systemContext(services, { site, actor, log: createLog('silent') });
  };
  const owner = await person('user');
  const other = await person('user');
  let count = 0;
  return {
    services,
    sites,
    db,
    owner,
    other,
    person,
    run: (options = {}) =>
      TaskRunner.start({
        services,
        sites,
        log: createLog('silent'),
        types: sampleTypes,
        periodicJobs: [],
        ...options,
        timing: { ...testTiming, ...options.timing },
      }),
    async start({ type = sampleTask, input = {}, resource, by = owner } = {}) {
      count += 1;
      const task: TaskStart<SampleInput> = {
        input,
        target: { type: 'sample', id: String(count), name: `sample-${count}` },
        resource: resource ?? `sample:${count}`,
        siteId,
        ownerId: by.actor?.userId ?? '',
      };
      const { cmdId } = await services.database.db
        .transaction()
        .execute((transaction) => startTask(withDb(by, transaction), type, task));
      return cmdId;
    },
    async close() {
      await services.events.close();
      await services.database.close();
    },
  };
}

/**
 * Waits until the condition is true in the database. Throws after the deadline, with the last
 * value.
 */
export async function eventually<T>(
  read: () => Promise<T>,
  isExpected: (value: T) => boolean,
  timeoutMs = 8000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isExpected(value)) return value;
    if (performance.now() > deadline)
      throw new Error(`Not reached within ${timeoutMs} ms: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const readTask = (harness: Harness, cmdId: number) =>
  harness.db.selectFrom('task').selectAll().where('id', '=', cmdId).executeTakeFirstOrThrow();

/** Waits until the task has ended and returns it. */
export const waitForTask = (harness: Harness, cmdId: number, timeoutMs?: number) =>
  eventually(
    () => readTask(harness, cmdId),
    (task) => task.completed_at !== null,
    timeoutMs,
  );

const queryRows = async <R>(harness: Harness, query: RawBuilder<R>): Promise<R[]> =>
  (await query.execute(harness.db)).rows;

/** Returns the external objects of the task. */
export async function externalObjects(harness: Harness, cmdId: number): Promise<string[]> {
  const rows = await queryRows(
    harness,
    sql<{ step: string }>`select step from outside where cmd_id = ${cmdId} order by step`,
  );
  return rows.map((row) => row.step);
}

/** Returns the external calls that were made for the task, in order: `disks do`. */
export async function calls(harness: Harness, cmdId: number): Promise<string[]> {
  const rows = await queryRows(
    harness,
    sql<{
      line: string;
    }>`select step || ' ' || verb as line from call where cmd_id = ${cmdId} order by id`,
  );
  return rows.map((row) => row.line);
}

export async function stepStates(harness: Harness, cmdId: number): Promise<string[]> {
  const rows = await harness.db
    .selectFrom('task_step')
    .select('state')
    .where('task_id', '=', cmdId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.state);
}
