import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillServers } from '../../../../bench/harness/fillServers.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import type { TestClient } from '../../../testing/client.ts';
import type { Database } from '../database.ts';
import { prepareScope, scopeSettings } from './scopedQuery.ts';

/** Tests what statements without any condition find on a connection with a scope. */
let app: TestApp;
let client: pg.Client;
const clients: Record<
  'parent' | 'child' | 'other' | 'elsewhere' | 'admin' | 'billing',
  TestClient
> = {} as never;
let otherSiteId: string;

const fullDb = (): Database => app.portal.services.database.db;

beforeAll(async () => {
  app = await startTestApp();
  otherSiteId = await app.makeSite('Elsewhere');
  clients.parent = await app.signInAs('user');
  clients.child = await app.signInAs('user', { parentId: clients.parent.userId });
  clients.other = await app.signInAs('user');
  clients.elsewhere = await app.signInAs('user', { siteId: otherSiteId });
  clients.admin = await app.signInAs('siteAdmin', { siteId: otherSiteId });
  clients.billing = await app.signInAs('billingAdmin');
  client = new pg.Client({ connectionString: app.portal.services.database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await app?.close();
});

interface Scope {
  accounts: readonly TestClient[];
  siteIds?: readonly string[];
}

/** Runs the statement with the first account as the caller, and rolls back its changes. */
async function queryInScope<Row extends pg.QueryResultRow>(
  { accounts, siteIds = [] }: Scope,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const settings = scopeSettings(
    accounts.map(({ userId }) => userId),
    siteIds,
  );
  await client.query('begin');
  try {
    await client.query(prepareScope.text, [settings.role, settings.accounts, settings.sites]);
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.query('rollback');
  }
}

const namesOf = (ids: readonly string[]): string[] =>
  Object.entries(clients)
    .filter(([, { userId }]) => ids.includes(userId))
    .map(([name]) => name)
    .sort();

/** The distinct owners in a column of the visible rows. */
const ownersIn = async (scope: Scope, column: string, table: string): Promise<string[]> =>
  namesOf(
    (await queryInScope<{ id: string }>(scope, `select ${column} as id from ${table}`)).map(
      ({ id }) => id,
    ),
  );

const childScope = (): Scope => ({ accounts: [clients.child] });
const parentScope = (): Scope => ({ accounts: [clients.parent, clients.child] });
const otherScope = (): Scope => ({ accounts: [clients.other] });
const adminScope = (): Scope => ({ accounts: [clients.admin], siteIds: [otherSiteId] });

describe('accounts', () => {
  test('are those of the scope, the caller’s sub-accounts and the caller’s paying account', async () => {
    expect(await ownersIn(childScope(), 'id', 'user_account')).toEqual(['child', 'parent']);
    expect(await ownersIn(parentScope(), 'id', 'user_account')).toEqual(['child', 'parent']);
    expect(await ownersIn({ accounts: [clients.parent] }, 'id', 'user_account')).toEqual([
      'child',
      'parent',
    ]);
    expect(await ownersIn(otherScope(), 'id', 'user_account')).toEqual(['other']);
    expect(await ownersIn(adminScope(), 'id', 'user_account')).toEqual(['admin', 'elsewhere']);
    expect(await queryInScope({ accounts: [] }, 'select from user_account')).toEqual([]);
  });

  test('that a company has billed stay visible to its administrators after they move to another site', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into company (legal_name, country, currency, document_series, number_format)
      values ('Seller Ltd', 'IL', 'EUR', 'A', '{series}-{number}') returning id`.execute(fullDb());
    const companyId = rows[0]?.id;
    await sql`insert into company_admin (company_id, user_id) values (${companyId}, ${clients.billing.userId})`.execute(
      fullDb(),
    );
    expect(await ownersIn({ accounts: [clients.billing] }, 'id', 'user_account')).toEqual([
      'billing',
    ]);
    await sql`insert into ledger_account (company_id, kind, user_id, currency) values (${companyId}, 'customer', ${clients.other.userId}, 'EUR')`.execute(
      fullDb(),
    );
    expect(await ownersIn({ accounts: [clients.billing] }, 'id', 'user_account')).toEqual([
      'billing',
      'other',
    ]);
    // A pending second approval is enough. Changing the company that bills an account doesn't
    // affect this.
    await sql`
      insert into ledger_approval (company_id, user_id, action, booking, amount, currency, reason, idempotency_key, asked_by, asked_person, asked_at)
      select ${companyId}, ${clients.elsewhere.userId}, 'payment', '{}', 1, 'EUR', 'A transfer', 'one', id, id, now()
      from user_account where id = ${clients.billing.userId}`.execute(fullDb());
    const change = await queryInScope<{ id: string }>(
      { accounts: [clients.billing] },
      `update user_account set first_name = 'Changed' returning id`,
    );
    expect(namesOf(change.map(({ id }) => id))).toEqual(['billing', 'elsewhere', 'other']);
  });

  test('can be changed within the scope only: a sub-account can’t change its paying account', async () => {
    const change = (scope: Scope) =>
      queryInScope(scope, `update user_account set first_name = 'Changed' returning id`);
    expect(await change(childScope())).toHaveLength(1);
    expect(await change(otherScope())).toHaveLength(1);
    expect(await change(adminScope())).toHaveLength(2);
    const insert = `insert into user_account (site_id, email) values ($1, 'new@example.test')`;
    await expect(queryInScope(adminScope(), insert, [app.siteId])).rejects.toThrow(
      'row-level security',
    );
    await expect(queryInScope(adminScope(), insert, [otherSiteId])).resolves.toEqual([]);
  });

  test.each(['password_hash', 'totp_secret', 'totp_last_step'])(
    'don’t reveal %s, not even the caller’s own',
    async (column) => {
      const denied = 'permission denied';
      await expect(
        queryInScope(otherScope(), `select ${column} from user_account`),
      ).rejects.toThrow(denied);
      await expect(
        queryInScope(adminScope(), `select id from user_account where ${column} is not null`),
      ).rejects.toThrow(denied);
      await expect(
        queryInScope(otherScope(), `update user_account set ${column} = null`),
      ).rejects.toThrow(denied);
      await expect(queryInScope(otherScope(), 'select * from user_account')).rejects.toThrow(
        denied,
      );
      await expect(
        queryInScope(otherScope(), 'select account from user_account account'),
      ).rejects.toThrow(denied);
      expect(
        await fullDb()
          .selectFrom('user_account')
          .select('password_hash')
          .where('id', '=', clients.other.userId)
          .execute(),
      ).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id/) }]);
      expect(
        await queryInScope(otherScope(), 'select has_password, has_totp from user_account'),
      ).toEqual([{ has_password: true, has_totp: false }]);
    },
  );
});

test('a server transfer is visible to its sender and to the address on its target site', async () => {
  await fillServers(fullDb(), clients.parent.userId, 1);
  const { rows } = await sql<{
    email: string;
  }>`select email from user_account where id = ${clients.other.userId}`.execute(fullDb());
  await sql`
    insert into server_transfer (id, server_id, server_name, site_id, from_user_id, to_email, expires_at)
    select ${randomUUID()}, id, name, site_id, owner_id, ${rows[0]?.email}, now() + interval '1 day' from server where owner_id = ${clients.parent.userId}`.execute(
    fullDb(),
  );
  const visibleOwners = (scope: Scope) => ownersIn(scope, 'from_user_id', 'server_transfer');
  expect(await visibleOwners(parentScope())).toEqual(['parent']);
  expect(await visibleOwners(otherScope())).toEqual(['parent']);
  expect(await visibleOwners(childScope())).toEqual([]);
  expect(await visibleOwners(adminScope())).toEqual([]);
  expect(await visibleOwners({ accounts: [clients.admin], siteIds: [app.siteId] })).toEqual([
    'parent',
  ]);
  // The same email address on another site belongs to a different user.
  await sql`update user_account set email = (select email from user_account where id = ${clients.other.userId}) where id = ${clients.elsewhere.userId}`.execute(
    fullDb(),
  );
  expect(await visibleOwners({ accounts: [clients.elsewhere] })).toEqual([]);
});

test('a shared image is visible with its share to the recipient, but the other recipients aren’t', async () => {
  const imageId = randomUUID();
  await sql`
    insert into image (id, owner_id, site_id, code, kind, name, os_family, os, description, source, min_disk_gb, min_ram_mb, supports_cloud_init)
    select ${imageId}, id, site_id, 'mine', 'private', 'Mine', 'linux', 'Linux', '{}', 'build', 1, 512, true
    from user_account where id = ${clients.parent.userId}`.execute(fullDb());
  await sql`
    insert into image_share (image_id, email) select ${imageId}, email_key from user_account
    where id in (${clients.other.userId}, ${clients.billing.userId})`.execute(fullDb());
  const shares = (scope: Scope) => queryInScope(scope, 'select image_id from image_share');
  const images = (scope: Scope) =>
    queryInScope(scope, 'select id from image where owner_id is not null');
  expect(await shares(parentScope())).toHaveLength(2);
  expect(await shares(otherScope())).toHaveLength(1);
  expect(await shares(childScope())).toEqual([]);
  expect(await shares(adminScope())).toEqual([]);
  expect(await images(otherScope())).toEqual([{ id: imageId }]);
  expect(await images(adminScope())).toEqual([]);
  await expect(
    queryInScope(
      otherScope(),
      `insert into image_share (image_id, email) values ($1, 'more@example.test')`,
      [imageId],
    ),
  ).rejects.toThrow('row-level security');
});

test('the servers that use an image are only visible to users with access to the servers', async () => {
  await fillServers(fullDb(), clients.elsewhere.userId, 2);
  await sql`insert into image_use (image_id, server_id) select image_id, id from server where owner_id = ${clients.elsewhere.userId}`.execute(
    fullDb(),
  );
  const imageUses = (scope: Scope) => queryInScope(scope, 'select from image_use');
  expect(await imageUses({ accounts: [clients.elsewhere] })).toHaveLength(2);
  expect(await imageUses(adminScope())).toHaveLength(2);
  expect(await imageUses(otherScope())).toEqual([]);
  const counted = await queryInScope(
    otherScope(),
    'select max(image_use_count(id)) as uses from image',
  );
  expect(counted).toEqual([{ uses: 2 }]);
});

test('amounts reserved for orders are visible to the paying account', async () => {
  await sql`
    insert into prepaid_hold (server_id, payer_id, amount, currency, held_at, after_task, is_new)
    select gen_random_uuid(), payer, 1, 'EUR', now(), 0, true from unnest(${[clients.parent.userId, clients.elsewhere.userId]}::uuid[]) payer`.execute(
    fullDb(),
  );
  expect(await ownersIn(parentScope(), 'payer_id', 'prepaid_hold')).toEqual(['parent']);
  expect(await ownersIn(childScope(), 'payer_id', 'prepaid_hold')).toEqual([]);
  expect(await ownersIn(adminScope(), 'payer_id', 'prepaid_hold')).toEqual(['elsewhere']);
});

test('the price list of an account is visible to users who can see the account, and can be assigned within the scope only', async () => {
  await sql`
    insert into price_list_grant (user_id, list_site_id, list_name, granted_at)
    select id, ${app.siteId}, 'Named', now() from unnest(${[clients.parent.userId, clients.elsewhere.userId]}::uuid[]) id`.execute(
    fullDb(),
  );
  const visibleOwners = (scope: Scope) => ownersIn(scope, 'user_id', 'price_list_grant');
  expect(await visibleOwners(childScope())).toEqual(['parent']);
  expect(await visibleOwners(otherScope())).toEqual([]);
  expect(await visibleOwners(adminScope())).toEqual(['elsewhere']);
  const grant =
    'insert into price_list_grant (user_id, list_site_id, list_name, granted_at) values ($1, $2, null, now())';
  await expect(
    queryInScope(childScope(), grant, [clients.parent.userId, app.siteId]),
  ).rejects.toThrow('row-level security');
});
