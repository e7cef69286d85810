import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillServers } from '../../../../bench/harness/fill-servers.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import type { TestClient } from '../../../testing/client.ts';
import type { Database } from '../database.ts';
import { prepareScope, scopeSettings } from './scopedQuery.ts';

/** Tests what statements without any condition find on a connection with a scope. */
let app: TestApp;
let client: pg.Client;
const people: Record<'parent' | 'child' | 'other' | 'elsewhere' | 'admin' | 'billing', TestClient> =
  {} as never;
let elsewhereId: string;

const whole = (): Database => app.portal.services.database.db;

beforeAll(async () => {
  app = await startTestApp();
  elsewhereId = await app.makeSite('Elsewhere');
  people.parent = await app.signInAs('user');
  people.child = await app.signInAs('user', { parentId: people.parent.userId });
  people.other = await app.signInAs('user');
  people.elsewhere = await app.signInAs('user', { siteId: elsewhereId });
  people.admin = await app.signInAs('siteAdmin', { siteId: elsewhereId });
  people.billing = await app.signInAs('billingAdmin');
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
async function under<Row extends pg.QueryResultRow>(
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
  Object.entries(people)
    .filter(([, { userId }]) => ids.includes(userId))
    .map(([name]) => name)
    .sort();

/** The distinct owners in a column of the visible rows. */
const ownersIn = async (scope: Scope, column: string, table: string): Promise<string[]> =>
  namesOf(
    (await under<{ id: string }>(scope, `select ${column} as id from ${table}`)).map(
      ({ id }) => id,
    ),
  );

const ofChild = (): Scope => ({ accounts: [people.child] });
const ofParent = (): Scope => ({ accounts: [people.parent, people.child] });
const ofOther = (): Scope => ({ accounts: [people.other] });
const ofAdmin = (): Scope => ({ accounts: [people.admin], siteIds: [elsewhereId] });

describe('accounts', () => {
  test('are those of the scope, the caller’s sub-accounts and the caller’s paying account', async () => {
    expect(await ownersIn(ofChild(), 'id', 'user_account')).toEqual(['child', 'parent']);
    expect(await ownersIn(ofParent(), 'id', 'user_account')).toEqual(['child', 'parent']);
    expect(await ownersIn({ accounts: [people.parent] }, 'id', 'user_account')).toEqual([
      'child',
      'parent',
    ]);
    expect(await ownersIn(ofOther(), 'id', 'user_account')).toEqual(['other']);
    expect(await ownersIn(ofAdmin(), 'id', 'user_account')).toEqual(['admin', 'elsewhere']);
    expect(await under({ accounts: [] }, 'select from user_account')).toEqual([]);
  });

  test('that a company has billed stay visible to its administrators after they move to another site', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into company (legal_name, country, currency, document_series, number_format)
      values ('Seller Ltd', 'IL', 'EUR', 'A', '{series}-{number}') returning id`.execute(whole());
    const companyId = rows[0]?.id;
    await sql`insert into company_admin (company_id, user_id) values (${companyId}, ${people.billing.userId})`.execute(
      whole(),
    );
    expect(await ownersIn({ accounts: [people.billing] }, 'id', 'user_account')).toEqual([
      'billing',
    ]);
    await sql`insert into ledger_account (company_id, kind, user_id, currency) values (${companyId}, 'customer', ${people.other.userId}, 'EUR')`.execute(
      whole(),
    );
    expect(await ownersIn({ accounts: [people.billing] }, 'id', 'user_account')).toEqual([
      'billing',
      'other',
    ]);
    // A pending second approval is enough. Changing the company that bills an account doesn't
    // affect this.
    await sql`
      insert into ledger_approval (company_id, user_id, action, booking, amount, currency, reason, idempotency_key, asked_by, asked_person, asked_at)
      select ${companyId}, ${people.elsewhere.userId}, 'payment', '{}', 1, 'EUR', 'A transfer', 'one', id, id, now()
      from user_account where id = ${people.billing.userId}`.execute(whole());
    const change = await under<{ id: string }>(
      { accounts: [people.billing] },
      `update user_account set first_name = 'Changed' returning id`,
    );
    expect(namesOf(change.map(({ id }) => id))).toEqual(['billing', 'elsewhere', 'other']);
  });

  test('can be changed within the scope only: a sub-account can’t change its paying account', async () => {
    const change = (scope: Scope) =>
      under(scope, `update user_account set first_name = 'Changed' returning id`);
    expect(await change(ofChild())).toHaveLength(1);
    expect(await change(ofOther())).toHaveLength(1);
    expect(await change(ofAdmin())).toHaveLength(2);
    const insert = `insert into user_account (site_id, email) values ($1, 'new@example.test')`;
    await expect(under(ofAdmin(), insert, [app.siteId])).rejects.toThrow('row-level security');
    await expect(under(ofAdmin(), insert, [elsewhereId])).resolves.toEqual([]);
  });

  test.each(['password_hash', 'totp_secret', 'totp_last_step'])(
    'don’t reveal %s, not even the caller’s own',
    async (column) => {
      const denied = 'permission denied';
      await expect(under(ofOther(), `select ${column} from user_account`)).rejects.toThrow(denied);
      await expect(
        under(ofAdmin(), `select id from user_account where ${column} is not null`),
      ).rejects.toThrow(denied);
      await expect(under(ofOther(), `update user_account set ${column} = null`)).rejects.toThrow(
        denied,
      );
      await expect(under(ofOther(), 'select * from user_account')).rejects.toThrow(denied);
      await expect(under(ofOther(), 'select account from user_account account')).rejects.toThrow(
        denied,
      );
      expect(
        await whole()
          .selectFrom('user_account')
          .select('password_hash')
          .where('id', '=', people.other.userId)
          .execute(),
      ).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id/) }]);
      expect(await under(ofOther(), 'select has_password, has_totp from user_account')).toEqual([
        { has_password: true, has_totp: false },
      ]);
    },
  );
});

test('a server transfer is visible to its sender and to the address on its target site', async () => {
  await fillServers(whole(), people.parent.userId, 1);
  const { rows } = await sql<{
    email: string;
  }>`select email from user_account where id = ${people.other.userId}`.execute(whole());
  await sql`
    insert into server_transfer (id, server_id, server_name, site_id, from_user_id, to_email, expires_at)
    select ${randomUUID()}, id, name, site_id, owner_id, ${rows[0]?.email}, now() + interval '1 day' from server where owner_id = ${people.parent.userId}`.execute(
    whole(),
  );
  const seen = (scope: Scope) => ownersIn(scope, 'from_user_id', 'server_transfer');
  expect(await seen(ofParent())).toEqual(['parent']);
  expect(await seen(ofOther())).toEqual(['parent']);
  expect(await seen(ofChild())).toEqual([]);
  expect(await seen(ofAdmin())).toEqual([]);
  expect(await seen({ accounts: [people.admin], siteIds: [app.siteId] })).toEqual(['parent']);
  // The same email address on another site belongs to a different user.
  await sql`update user_account set email = (select email from user_account where id = ${people.other.userId}) where id = ${people.elsewhere.userId}`.execute(
    whole(),
  );
  expect(await seen({ accounts: [people.elsewhere] })).toEqual([]);
});

test('a shared image is visible with its share to the recipient, but the other recipients aren’t', async () => {
  const imageId = randomUUID();
  await sql`
    insert into image (id, owner_id, site_id, code, kind, name, os_family, os, description, source, min_disk_gb, min_ram_mb, supports_cloud_init)
    select ${imageId}, id, site_id, 'mine', 'private', 'Mine', 'linux', 'Linux', '{}', 'build', 1, 512, true
    from user_account where id = ${people.parent.userId}`.execute(whole());
  await sql`
    insert into image_share (image_id, email) select ${imageId}, email_key from user_account
    where id in (${people.other.userId}, ${people.billing.userId})`.execute(whole());
  const shares = (scope: Scope) => under(scope, 'select image_id from image_share');
  const images = (scope: Scope) => under(scope, 'select id from image where owner_id is not null');
  expect(await shares(ofParent())).toHaveLength(2);
  expect(await shares(ofOther())).toHaveLength(1);
  expect(await shares(ofChild())).toEqual([]);
  expect(await shares(ofAdmin())).toEqual([]);
  expect(await images(ofOther())).toEqual([{ id: imageId }]);
  expect(await images(ofAdmin())).toEqual([]);
  await expect(
    under(ofOther(), `insert into image_share (image_id, email) values ($1, 'more@example.test')`, [
      imageId,
    ]),
  ).rejects.toThrow('row-level security');
});

test('the servers that use an image are only visible to users with access to the servers', async () => {
  await fillServers(whole(), people.elsewhere.userId, 2);
  await sql`insert into image_use (image_id, server_id) select image_id, id from server where owner_id = ${people.elsewhere.userId}`.execute(
    whole(),
  );
  const uses = (scope: Scope) => under(scope, 'select from image_use');
  expect(await uses({ accounts: [people.elsewhere] })).toHaveLength(2);
  expect(await uses(ofAdmin())).toHaveLength(2);
  expect(await uses(ofOther())).toEqual([]);
  const counted = await under(ofOther(), 'select max(image_use_count(id)) as uses from image');
  expect(counted).toEqual([{ uses: 2 }]);
});

test('amounts reserved for orders are visible to the paying account', async () => {
  await sql`
    insert into prepaid_hold (server_id, payer_id, amount, currency, held_at, after_task, is_new)
    select gen_random_uuid(), payer, 1, 'EUR', now(), 0, true from unnest(${[people.parent.userId, people.elsewhere.userId]}::uuid[]) payer`.execute(
    whole(),
  );
  expect(await ownersIn(ofParent(), 'payer_id', 'prepaid_hold')).toEqual(['parent']);
  expect(await ownersIn(ofChild(), 'payer_id', 'prepaid_hold')).toEqual([]);
  expect(await ownersIn(ofAdmin(), 'payer_id', 'prepaid_hold')).toEqual(['elsewhere']);
});

test('the price list of an account is visible to users who can see the account, and can be assigned within the scope only', async () => {
  await sql`
    insert into price_list_grant (user_id, list_site_id, list_name, granted_at)
    select id, ${app.siteId}, 'Named', now() from unnest(${[people.parent.userId, people.elsewhere.userId]}::uuid[]) id`.execute(
    whole(),
  );
  const seen = (scope: Scope) => ownersIn(scope, 'user_id', 'price_list_grant');
  expect(await seen(ofChild())).toEqual(['parent']);
  expect(await seen(ofOther())).toEqual([]);
  expect(await seen(ofAdmin())).toEqual(['elsewhere']);
  const grant =
    'insert into price_list_grant (user_id, list_site_id, list_name, granted_at) values ($1, $2, null, now())';
  await expect(under(ofChild(), grant, [people.parent.userId, app.siteId])).rejects.toThrow(
    'row-level security',
  );
});
