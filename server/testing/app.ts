import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Role } from '../../contract/access/roles.ts';
import { hashPassword, makeRootUser } from '../../slices/people/identity/server/index.ts';
import type { Config } from '../platform/config.ts';
import { type Database, type DatabaseHandle, openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { csrfToken, startSession } from '../platform/session/session.ts';
import { createTestDatabase } from '../platform/testing/postgres.ts';
import { openPortal, type Portal, type PortalOptions, periodicJobs } from '../portal.ts';
import { TestClient } from './client.ts';
import { findLedgerProblems } from './ledgerProblems.ts';

export const testPassword = 'A_right_password_1';
export const rootEmail = 'root@example.test';

export interface TestApp {
  portal: Portal;
  /** `http://127.0.0.1:port` */
  address: string;
  /**
   * The database connection of a superuser, for actions that require rights the portal doesn't
   * have.
   */
  administration: DatabaseHandle;
  siteId: string;
  root: TestClient;
  /** An anonymous client. */
  anonymous(): TestClient;
  /**
   * Creates a signed-in account (by default on the root site), without an entry in its sign-in
   * history.
   */
  signInAs(
    role: Role,
    options?: { email?: string; siteId?: string; parentId?: string },
  ): Promise<TestClient>;
  /** Creates a site below the root site. */
  makeSite(name: string): Promise<string>;
  /**
   * Closes the portal. Throws if the ledger is inconsistent, but closes anyway. Suites that break
   * it on purpose opt out.
   */
  close(options?: { breaksBooks?: boolean }): Promise<void>;
}

export interface TestAppOptions extends Pick<PortalOptions, 'ports' | 'moreSlices' | 'webDir'> {
  /** Whether periodic jobs run automatically. */
  runsPeriodicJobs?: boolean;
}

/**
 * Short intervals, so that triggered jobs start soon and temporary engine errors are retried soon.
 * Few connections, because each one costs as much as a few dozen calls.
 */
const testLimits = { timing: { choreTickMs: 100, retryBaseMs: 100 }, maxConnections: 5 };

let passwordHash: Promise<string> | null = null;

/**
 * Starts the whole portal on a separate database, listening on a free port, with a signed-in root
 * user (without an entry in the sign-in history). Infrequent periodic jobs run automatically only
 * in tests with real servers or separate processes (see `deferJobs`).
 */
export async function startTestApp(
  overrides: Partial<Config> = {},
  {
    runsPeriodicJobs = (overrides.engine ?? 'simulated') !== 'simulated' ||
      overrides.role === 'api',
    ...options
  }: TestAppOptions = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const ownDir =
    overrides.dataDir === undefined ? await mkdtemp(join(tmpdir(), 'cloudberth-app-')) : null;
  const dataDir = overrides.dataDir ?? ownDir ?? '';
  const portal = await openPortal(
    testConfig(database.url, dataDir, overrides),
    createLog(process.env.CLOUDBERTH_LOG_LEVEL ?? 'fatal'),
    { ...testLimits, ...options },
  );
  const db = portal.services.database.db;
  const administration = openDatabase(database.administratorUrl, () => {}, {
    maxConnections: 1,
    isWalled: false,
  });
  passwordHash ??= hashPassword(testPassword);
  await makeRootUser(db, rootEmail, await passwordHash);
  if (!runsPeriodicJobs) await deferJobs(db);
  await portal.startWork();
  const address = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const site = await db
    .selectFrom('site')
    .select('id')
    .where('parent_id', 'is', null)
    .executeTakeFirstOrThrow();
  /** Creates a session as a sign-in would, without the cost of checking the password. */
  const signedIn = async (account: {
    id: string;
    siteId: string;
    email: string;
  }): Promise<TestClient> => {
    const session = await startSession(db, {
      userId: account.id,
      siteId: account.siteId,
      ip: '127.0.0.1',
      userAgent: 'node',
      method: 'password',
    });
    const client = new TestClient(address);
    client.cookie = `cloudberth_session=${session}`;
    client.token = csrfToken(session);
    client.userId = account.id;
    client.email = account.email;
    return client;
  };
  const { id: rootId } = await db
    .selectFrom('user_account')
    .select('id')
    .where('role', '=', 'root')
    .executeTakeFirstOrThrow();
  const root = await signedIn({ id: rootId, siteId: site.id, email: rootEmail });
  return {
    portal,
    address,
    administration,
    siteId: site.id,
    root,
    anonymous: () => new TestClient(address),
    signInAs: async (role, options = {}) => {
      passwordHash ??= hashPassword(testPassword);
      const email =
        options.email ?? `${role.toLowerCase()}-${randomUUID().slice(0, 8)}@example.test`;
      const siteId = options.siteId ?? site.id;
      const { id } = await db
        .insertInto('user_account')
        .values({
          site_id: siteId,
          email,
          password_hash: await passwordHash,
          role,
          parent_id: options.parentId ?? null,
          language: null,
          time_zone: null,
          date_format: null,
          deleted_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return await signedIn({ id, siteId, email });
    },
    makeSite: async (name) => {
      const id = randomUUID();
      await db
        .insertInto('site')
        .values({
          id,
          parent_id: site.id,
          path: `${site.id}/${id}`,
          name,
          theme: '{}',
          logo: null,
          logo_type: null,
        })
        .execute();
      portal.sites.forget();
      return id;
    },
    close: async ({ breaksBooks = false } = {}) => {
      let problems: string[] = [];
      try {
        if (!breaksBooks) problems = await findLedgerProblems(db);
      } finally {
        await destroyServers(portal);
        await portal.close();
        await administration.close();
        await database.drop();
        if (ownDir) await rm(ownDir, { recursive: true, force: true });
      }
      if (problems.length > 0) throw new Error(`The books are wrong:\n${problems.join('\n')}`);
    },
  };
}

const infrequentSeconds = 20;

/**
 * Infrequent jobs run only when a test triggers them, because otherwise they would run at random
 * times in some tests.
 */
async function deferJobs(db: Database): Promise<void> {
  const names = periodicJobs
    .filter(({ everySeconds }) => everySeconds >= infrequentSeconds)
    .map(({ name }) => name);
  await sql`insert into chore (name, due_at) select unnest(${names}::text[]), 'infinity'`.execute(
    db,
  );
}

/** Real servers keep running after their portal ends, so those of a test are destroyed. */
async function destroyServers({ services }: Portal): Promise<void> {
  for (const engine of services.engines.all()) {
    if (engine.name === 'simulated' || !(await services.engines.capabilities(engine.name)).ready)
      continue;
    for (const server of await engine.list()) await engine.destroy(server.id);
  }
}

function testConfig(databaseUrl: string, dataDir: string, overrides: Partial<Config>): Config {
  return {
    databaseUrl,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    role: 'all',
    rootEmail,
    rootPassword: testPassword,
    demo: false,
    engine: 'simulated',
    logLevel: 'fatal',
    trustedProxies: [],
    metricsToken: undefined,
    publicUrl: undefined,
    development: false,
    answerCheckEvery: 1,
    secretKeys: [],
    diskReserveBytes: 2 ** 20,
    ...overrides,
  };
}
