import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Role } from '../../../contract/access/roles.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { TestClient } from '../../testing/client.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { ScopedQuery } from '../database/rowSecurity/scopedQuery.ts';
import { createLog } from '../log.ts';
import { systemContext } from '../systemContext.ts';
import { findUser } from './actors.ts';
import { inRowScope, portalDb } from './portalDb.ts';

let app: TestApp;
const clients: Record<'parent' | 'child' | 'other' | 'elsewhere' | 'admin', TestClient> =
  {} as never;

beforeAll(async () => {
  app = await startTestApp();
  const siteId = await app.makeSite('Elsewhere');
  const make = (role: Role, options = {}) => app.signInAs(role, options);
  clients.parent = await make('user');
  clients.child = await make('user', { parentId: clients.parent.userId });
  clients.other = await make('user');
  clients.elsewhere = await make('user', { siteId });
  clients.admin = await make('siteAdmin', { siteId });
  for (const [name, { userId }] of Object.entries(clients))
    await insertGroup(fullDb(), userId, name);
});
afterAll(() => app.close());

const fullDb = (): Database => app.portal.services.database.db;

const insertGroup = (db: Database, ownerId: string, name: string) =>
  sql`
  insert into firewall_group (owner_id, site_id, name, rules)
  select id, site_id, ${name}, '[]' from user_account where id = ${ownerId}`.execute(db);

/** The rows that a statement without any condition finds. */
const found = async (db: Database): Promise<string[]> =>
  (await sql<{ name: string }>`select name from firewall_group order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

async function contextOf({ userId }: TestClient): Promise<Context> {
  const { services, sites } = app.portal;
  const user = await findUser(fullDb(), userId);
  return inRowScope(
    systemContext(services, {
      site: await sites.byId(app.siteId),
      log: createLog('silent'),
      actor: user?.actor ?? null,
    }),
  );
}

test('a statement without its condition finds only the caller’s rows', async () => {
  expect(await found((await contextOf(clients.child)).db)).toEqual(['child']);
  expect(await found((await contextOf(clients.parent)).db)).toEqual(['child', 'parent']);
  expect(await found((await contextOf(clients.other)).db)).toEqual(['other']);
  expect(await found((await contextOf(clients.admin)).db)).toEqual(['admin', 'elsewhere']);
  expect(await found((await contextOf(app.root)).db)).toEqual([
    'admin',
    'child',
    'elsewhere',
    'other',
    'parent',
  ]);
});

test('a connection without a scope can’t read or write any rows', async () => {
  const client = new pg.Client({ connectionString: app.portal.services.config.databaseUrl });
  await client.connect();
  try {
    for (const table of [
      'firewall_group',
      'server',
      'invoice',
      'session',
      'audit_entry',
      'ledger_transaction',
    ])
      expect((await client.query(`select 1 from ${table}`)).rowCount).toBe(0);
    await expect(
      client.query(
        `insert into firewall_group (owner_id, site_id, name, rules) values ($1, $2, 'x', '[]')`,
        [clients.other.userId, app.siteId],
      ),
    ).rejects.toThrow('row-level security');
  } finally {
    await client.end();
  }
});

test('a write can only change and create the caller’s rows', async () => {
  const { db } = await contextOf(clients.other);
  const { numAffectedRows } = await sql`update firewall_group set description = 'seen'`.execute(db);
  expect(numAffectedRows).toBe(1n);
  await expect(insertGroup(db, clients.other.userId, 'own')).resolves.toBeDefined();
  await expect(
    sql`insert into firewall_group (owner_id, site_id, name, rules) values (${clients.parent.userId}, ${app.siteId}, 'x', '[]')`.execute(
      db,
    ),
  ).rejects.toThrow('row-level security');
  await sql`delete from firewall_group where name = 'own'`.execute(db);
});

describe('rows shared with a caller who can’t change them', () => {
  /** A row of each table that is shared with the sub-account. */
  const shared: Record<string, () => RawBuilder<boolean>> = {
    user_account: () => sql`id = ${clients.parent.userId}`,
    network: () => sql`owner_id is null`,
    subnet: () =>
      sql`exists (select from network n where n.id = network_id and n.owner_id is null)`,
    address: () => sql`nic_id is null`,
    image: () => sql`owner_id is null`,
    image_share: () => sql`email = ${clients.child.email}`,
    price_list_grant: () => sql`user_id = ${clients.parent.userId}`,
  };

  beforeAll(async () => {
    await sql`insert into price_list_grant (user_id, granted_at) values (${clients.parent.userId}, now())`.execute(
      fullDb(),
    );
    await sql`insert into image_share (image_id, email) select id, ${clients.child.email} from image limit 1`.execute(
      fullDb(),
    );
  });

  test('are in tables with a policy for each action', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname::text as name from pg_policy join pg_class c on c.oid = polrelid where polname = 'row_scope_update' order by 1`.execute(
      app.administration.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(shared).sort());
  });

  test.each(Object.keys(shared))(
    'can be read, but not changed, locked, or deleted: %s',
    async (table) => {
      const { db } = await contextOf(clients.child);
      const condition = shared[table]?.() as RawBuilder<boolean>;
      const column = sql.ref((await firstColumn(table)) ?? '');
      const from = sql`${sql.table(table)} where ${condition}`;
      expect((await sql`select from ${from}`.execute(db)).rows.length).toBeGreaterThan(0);
      expect(await affected(sql`delete from ${from}`, db)).toBe(0);
      // Free addresses of a shared network can be locked and updated, because callers allocate
      // them.
      if (table === 'address') return;
      expect(await affected(sql`select from ${from} for update`, db)).toBe(0);
      const change = sql`update ${sql.table(table)} set ${column} = ${column} where ${condition}`;
      expect(await affected(change, db)).toBe(0);
    },
  );

  /**
   * Returns how many rows the statement found or changed. An append-only table permits no changes.
   */
  async function affected(statement: RawBuilder<unknown>, db: Database): Promise<number> {
    try {
      const { rows, numAffectedRows } = await statement.execute(db);
      return Number(numAffectedRows ?? rows.length);
    } catch (error) {
      if (/permission denied for table/.test(String(error))) return 0;
      throw error;
    }
  }

  const firstColumn = async (table: string) =>
    (
      await sql<{ name: string }>`
        select attname::text as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attidentity = '' order by attnum limit 1`.execute(
        fullDb(),
      )
    ).rows[0]?.name;
});

test('callers that share pooled connections never see each other’s rows', async () => {
  const calls = await Promise.all(
    [clients.child, clients.other, clients.admin, clients.parent].map(contextOf),
  );
  const expected = [['child'], ['other'], ['admin', 'elsewhere'], ['child', 'parent']];
  const rounds = Array.from({ length: 40 }, (_, index) => index % calls.length);
  const answers = await Promise.all(rounds.map((index) => found(calls[index]?.db as Database)));
  expect(answers).toEqual(rounds.map((index) => expected[index]));
  const { rows } = await sql<{ role: string; accounts: string | null }>`
    select current_user::text as role, nullif(current_setting('cloudberth.accounts', true), '') as accounts`.execute(
    fullDb(),
  );
  expect(rows).toEqual([{ role: 'cloudberth_portal', accounts: null }]);
});

test('in a transaction, portal-level work sees everything, later statements are limited to the caller’s scope again, and an error keeps the savepoint usable', async () => {
  const ctx = await contextOf(clients.other);
  await ctx.db.transaction().execute(async (db) => {
    await insertGroup(db, clients.other.userId, 'new');
    expect(await found(portalDb({ db }, 'the test'))).toEqual([
      'admin',
      'child',
      'elsewhere',
      'new',
      'other',
      'parent',
    ]);
    expect(await found(db)).toEqual(['new', 'other']);
    await sql`savepoint here`.execute(db);
    await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero');
    await sql`rollback to savepoint here`.execute(db);
    // The scope set at the savepoint is restored, whatever was set since.
    await sql`savepoint here`.execute(portalDb({ db }, 'the test'));
    expect(await found(portalDb({ db }, 'the test'))).toHaveLength(6);
    await sql`rollback to savepoint here`.execute(db);
    expect(await found(db)).toEqual(['new', 'other']);
    await sql`delete from firewall_group where name = 'new'`.execute(db);
  });
  expect(await found(ctx.db)).toEqual(['other']);
});

test('in a transaction, parallel statements each have their own scope', async () => {
  const ctx = await contextOf(clients.other);
  await ctx.db.transaction().execute(async (db) => {
    const all = portalDb({ db }, 'the test');
    const handles = Array.from({ length: 40 }, (_, index) =>
      index % 3 === 0 || index % 7 === 0 ? all : db,
    );
    const answers = await Promise.all(handles.map(found));
    expect(answers.map((names) => names.length)).toEqual(
      handles.map((handle) => (handle === all ? 5 : 1)),
    );
  });
});

test('a transaction sets its scope once, and again after portal-level work and after a savepoint', async () => {
  const ctx = await contextOf(clients.other);
  const sets = await countScopes(() =>
    ctx.db.transaction().execute(async (db) => {
      for (let statement = 0; statement < 5; statement++)
        expect(await found(db)).toEqual(['other']);
      await found(portalDb({ db }, 'the test'));
      for (let statement = 0; statement < 5; statement++)
        expect(await found(db)).toEqual(['other']);
      await sql`savepoint here`.execute(db);
      expect(await found(db)).toEqual(['other']);
    }),
  );
  expect(sets).toBe(4);
  expect(await countScopes(async () => [await found(ctx.db), await found(ctx.db)])).toBe(2);
});

/** Returns how many of the scoped statements set their scope. */
async function countScopes(work: () => Promise<unknown>): Promise<number> {
  const prepare = vi.spyOn(ScopedQuery.prototype, 'prepare');
  try {
    await work();
    return prepare.mock.contexts.filter((query) => (query as ScopedQuery).setsScope).length;
  } finally {
    prepare.mockRestore();
  }
}
