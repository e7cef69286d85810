import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { reportIds } from '../rules.ts';
import { reports } from './reports/index.ts';

let app: TestApp;
let admin: TestClient;
let user: TestClient;
const db = () => app.portal.services.database.db;
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

async function addUser(email: string, values: Record<string, unknown> = {}): Promise<string> {
  const emptyTotals = {
    password_hash: null,
    parent_id: null,
    language: null,
    time_zone: null,
    date_format: null,
    deleted_at: null,
  };
  const { id } = await db()
    .insertInto('user_account')
    .values({ site_id: app.siteId, email, ...emptyTotals, ...values } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addServer(
  ownerId: string,
  name: string,
  power: 'on' | 'off',
  state = 'live',
): Promise<void> {
  const id = randomUUID();
  await sql`
    insert into server (id, owner_id, site_id, datacenter_id, datacenter_code, name, hostname, state, power, image_name, os_family, os, cpu_type, cores, ram_mb, billing_mode, bin_until)
    select ${id}, u.id, u.site_id, d.id, d.code, ${name}, 'host', ${state}, ${power}, 'none', 'linux', 'linux', 'B', 1, 1024, 'hourly',
      case when ${state} = 'bin' then now() end from user_account u, datacenter d where u.id = ${ownerId} limit 1`.execute(
    db(),
  );
  await sql`insert into server_disk (id, server_id, position, size_gb) values (gen_random_uuid(), ${id}, 1, 20)`.execute(
    db(),
  );
}

beforeAll(async () => {
  // Runs without a worker, which would find that these servers don't exist on the engine.
  app = await startTestApp({ role: 'api' });
  admin = await app.signInAs('siteAdmin', { email: 'admin@example.test' });
  user = await app.signInAs('user', { email: 'user@example.test' });
  const siblingSite = await app.makeSite('Beside');
  await db().updateTable('site').set({ path: siblingSite }).where('id', '=', siblingSite).execute();
  const suspended = (state: string, days: number) => ({
    account_state: state,
    account_state_at: daysAgo(days),
    account_state_reason: '=cmd',
  });
  const debtor = await addUser('owing@example.test', suspended('Suspended-Billing', 100));
  const suspendedUser = await addUser('rude@example.test', suspended('Suspended-Policy', 10));
  const otherSiteUser = await addUser('foreign@example.test', {
    ...suspended('Suspended-Policy', 100),
    site_id: siblingSite,
  });
  await addUser('empty@example.test', suspended('Suspended-Policy', 1));
  await addUser('gone@example.test', { deleted_at: daysAgo(3), deleted_by: admin.userId });
  await addServer(debtor, 'owing-one', 'on');
  await addServer(debtor, 'owing-two', 'off');
  await addServer(debtor, 'owing-bin', 'off', 'bin');
  await addServer(suspendedUser, 'rude-one', 'on');
  await addServer(otherSiteUser, 'foreign-one', 'on');
  await addServer(user.userId, 'fine-one', 'on');
  for (const [outcome, days] of [
    ['signedIn', 1],
    ['signedIn', 2],
    ['wrongPassword', 2],
    ['signedIn', 50],
  ] as const)
    await sql`insert into login_event (at, site_id, user_id, email_key, outcome) values (${daysAgo(days)}, ${app.siteId}, ${suspendedUser}, 'rude@example.test', ${outcome})`.execute(
      db(),
    );
}, 60_000);
afterAll(() => app.close());

interface Page {
  items: { id: string; cells: Record<string, unknown>; serverId: string | null; userId: string }[];
  total: number;
  next: string | null;
}
async function addCompany(legalName: string, siteId?: string): Promise<string> {
  const { rows: created } = await sql<{ id: string }>`
    insert into company (legal_name, country, currency, document_series, number_format) values (${legalName}, 'IL', 'ILS', 'A', '{series}-{number}') returning id`.execute(
    db(),
  );
  const id = created[0]?.id ?? '';
  if (siteId)
    await sql`insert into company_site (site_id, company_id) values (${siteId}, ${id})`.execute(
      db(),
    );
  return id;
}
const anyPriceItem = async () =>
  (await db()
    .selectFrom('price_item' as never)
    .select(['id', 'code'] as never)
    .executeTakeFirstOrThrow()) as { id: string; code: string };
const rows = async (id: string, query = '', client = admin) =>
  (await client.get<Page>(`/reports/${id}/rows?${query}`)).body;
const column = (page: Page, key: string) => page.items.map(({ cells }) => cells[key]);

describe('every report', () => {
  it('is declared once, and has a screen and a menu entry', async () => {
    expect(reports.map(({ id }) => id)).toEqual([...reportIds]);
    const { menu } = (await admin.get<{ menu: string[] }>('/header/menu')).body;
    for (const id of reportIds) expect(menu).toContain(id);
    const screens = await readFile(join(import.meta.dirname, '../web/routes.tsx'), 'utf8');
    expect([...screens.matchAll(/path: '\/(\w+)'/g)].map((found) => found[1])).toEqual([
      ...reportIds,
    ]);
  });

  it.each(reportIds)(
    '%s can be sorted by every sortable column in both directions, and exported as CSV',
    async (id) => {
      const { columns } = (await admin.get<{ columns: { key: string }[] }>(`/reports/${id}`)).body;
      expect(columns.length).toBeGreaterThan(3);
      const all = (await rows(id, 'size=0')).items.map((row) => row.id).sort();
      for (const { key } of columns)
        for (const sorting of [key, `-${key}`]) {
          const seen: string[] = [];
          for (let start = ''; ; ) {
            const page = await rows(id, `size=5&sorting=${sorting}${start}`);
            seen.push(...page.items.map((row) => row.id));
            if (!page.next) break;
            start = `&start=${page.next}`;
          }
          expect(seen.sort(), sorting).toEqual(all);
        }
      const csv = await admin.get(`/report/download?report=${id}`);
      expect(csv.headers.get('content-type')).toContain('text/csv');
      expect(csv.headers.get('content-disposition')).toContain(`${id}.csv`);
      expect(csv.text.trim().split('\r\n')).toHaveLength(all.length + 1);
    },
  );

  it.each(reportIds)(
    '%s is available to administrators, and shows only their own sites',
    async (id) => {
      for (const path of [`/reports/${id}`, `/reports/${id}/rows`, `/report/download?report=${id}`])
        expect((await user.get(path)).status).toBe(403);
      expect((await admin.get(`/reports/${id}/rows?size=0`)).text).not.toContain('foreign@');
    },
  );

  it('about billing shows billing administrators only their companies, and is the only kind they see', async () => {
    const billing = await app.signInAs('billingAdmin', { email: 'bills@example.test' });
    const foreignCompany = await addCompany(
      'Foreign',
      (
        await db()
          .selectFrom('site')
          .select('id')
          .where('name', '=', 'Beside')
          .executeTakeFirstOrThrow()
      ).id,
    );
    await sql`insert into company_admin (company_id, user_id) values (${foreignCompany}, ${billing.userId})`.execute(
      db(),
    );
    expect((await billing.get('/reports/deletedUsers')).status).toBe(403);
    expect((await billing.get('/reports/deletedUsers/rows')).status).toBe(403);
    const { menu } = (await billing.get<{ menu: string[] }>('/header/menu')).body;
    expect(menu).toContain('transactionsReport');
    expect(menu).not.toContain('deletedUsers');
    expect(column(await rows('billingHierarchy', 'size=0', billing), 'email')).toEqual([
      'foreign@example.test',
    ]);
    expect(column(await rows('noExternalIDUsersWithVMs', 'size=0', billing), 'email')).toEqual([
      'foreign@example.test',
    ]);
    await sql`insert into customer_number (company_id, user_id, external_id) select ${foreignCompany}, id, 'C-1' from user_account where email = 'foreign@example.test'`.execute(
      db(),
    );
    expect((await rows('noExternalIDUsersWithVMs', 'size=0', billing)).total).toBe(0);
  });

  it('rejects an unknown filter, an invalid filter value, an unknown sort column and a missing report', async () => {
    expect((await admin.get('/reports/deletedUsers/rows?days=30')).status).toBe(400);
    expect((await admin.get('/reports/suspendedUsersToTerminate/rows?days=31')).status).toBe(400);
    expect(
      (await admin.get('/report/download?report=suspendedUsersToTerminate&days=31')).status,
    ).toBe(400);
    expect((await admin.get('/reports/deletedUsers/rows?sorting=password_hash')).status).toBe(400);
    expect((await admin.get('/reports/everything/rows')).status).toBe(404);
  });
});

it('recent activity counts sign-ins, failures and changes of the period', async () => {
  const recent = await rows('recentUsersActivity', 'filter=rude');
  expect(recent.items[0]?.cells).toMatchObject({
    email: 'rude@example.test',
    logins: 2,
    failures: 1,
    changes: 0,
  });
  expect((await rows('recentUsersActivity', 'filter=rude&days=90')).items[0]?.cells).toMatchObject({
    logins: 3,
  });
  expect((await rows('recentUsersActivity', 'filter=gone')).total).toBe(0);
});

it('deleted users are listed with who deleted them', async () => {
  expect((await rows('deletedUsers')).items.map(({ cells }) => cells)).toMatchObject([
    { email: 'gone@example.test', deleted_by: admin.email },
  ]);
  // Includes users deleted by an account that is now outside the reader's scope.
  await sql`
    update user_account set deleted_by = (select id from user_account where email = 'foreign@example.test') where email = 'gone@example.test'`.execute(
    db(),
  );
  expect((await rows('deletedUsers')).items[0]?.cells).toMatchObject({
    deleted_by: 'foreign@example.test',
  });
});

it('suspended users with active services are those that still have servers', async () => {
  const page = await rows('suspendedUsersWithActiveServices', 'sorting=email');
  expect(column(page, 'email')).toEqual(['owing@example.test', 'rude@example.test']);
  expect(page.items[0]?.cells).toMatchObject({ servers: 2, running: 1 });
  expect(
    column(await rows('suspendedUsersWithActiveServices', 'state=Suspended-Policy'), 'email'),
  ).toEqual(['rude@example.test']);
  expect((await rows('suspendedUsersWithActiveServices', '', app.root)).total).toBe(3);
});

it('users to terminate are those with a long suspension, with all their resources', async () => {
  const page = await rows('suspendedUsersToTerminate');
  expect(page.items.map(({ cells }) => cells)).toMatchObject([
    { email: 'owing@example.test', days: 100, servers: 2, in_bin: 1, disk_gb: 60 },
  ]);
  expect(column(await rows('suspendedUsersToTerminate', 'days=7&sorting=email'), 'email')).toEqual([
    'owing@example.test',
    'rude@example.test',
  ]);
});

it('running servers of suspended users have one row each, linked to the server', async () => {
  const page = await rows('suspendedUsersWithPoweredOnServers', 'sorting=server');
  expect(column(page, 'server')).toEqual(['owing-one', 'rude-one']);
  expect(page.items[0]?.serverId).toMatch(/^[0-9a-f-]{36}$/);
});

it('servers without metered usage aren’t charged, and usage without a server is charged without one', async () => {
  expect(column(await rows('naServicesReport', 'sorting=server'), 'server')).toEqual([
    'fine-one',
    'owing-one',
    'owing-two',
    'rude-one',
  ]);
  const item = await anyPriceItem();
  const meter = (subjectId: string, name: string) =>
    sql`
    insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, hours_from)
    values ('server', ${subjectId}, ${name}, ${user.userId}, ${app.siteId}, ${item.code}, ${item.id}, 1, 'hourly', ${daysAgo(1)}, ${daysAgo(1)})`.execute(
      db(),
    );
  const server = await db()
    .selectFrom('server' as never)
    .select('id' as never)
    .where('name' as never, '=', 'fine-one' as never)
    .executeTakeFirstOrThrow();
  await meter((server as { id: string }).id, 'fine-one');
  await meter(randomUUID(), 'gone-one');
  expect(column(await rows('naServicesReport', 'sorting=server'), 'server')).toEqual([
    'owing-one',
    'owing-two',
    'rude-one',
  ]);
  expect((await rows('invalidServices')).items.map(({ cells }) => cells)).toMatchObject([
    { name: 'gone-one', item: item.code, kind: 'server' },
  ]);
});

it('abusive usage lists servers with high load or traffic over the whole period', async () => {
  const use = (name: string, cpu: number, sentGb: number) =>
    sql`
    insert into server_sample_1h (server_id, at, samples, cpu_percent, cpu_percent_max, memory_used_mb, memory_total_mb, received_total, sent_total)
    select id, ${daysAgo(1)}, 120, ${cpu}, ${cpu}, 1, 1, 0, ${sentGb * 1e9} from server where name = ${name}`.execute(
      db(),
    );
  await use('owing-one', 95, 0);
  await use('rude-one', 5, 800);
  await use('fine-one', 50, 600);
  await use('foreign-one', 100, 0);
  expect(column(await rows('abusiveUsage', 'sorting=server'), 'server')).toEqual([
    'owing-one',
    'rude-one',
  ]);
  expect((await rows('abusiveUsage', 'sorting=server')).items[1]?.cells).toMatchObject({
    cpu: '5',
    hours: 0,
    sent_gb: '800',
  });
  expect(column(await rows('abusiveUsage', 'days=30'), 'server')).toEqual(['owing-one']);
});

it('users who recently terminated servers are listed with the remaining ones', async () => {
  const item = await anyPriceItem();
  const ended = (email: string, days: number | null) =>
    sql`insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, hours_from, to_at)
    select 'server', gen_random_uuid(), 'was', id, site_id, ${item.code}, ${item.id}, 1, 'hourly', ${daysAgo(60)}, ${daysAgo(60)},
      ${days === null ? null : daysAgo(days)}::timestamptz from user_account where email = ${email}`.execute(
      db(),
    );
  await ended('owing@example.test', 3);
  await ended('owing@example.test', 5);
  await ended('owing@example.test', null);
  await ended('rude@example.test', 40);
  expect(
    (await rows('customerTerminatingServicesAlert')).items.map(({ cells }) => cells),
  ).toMatchObject([{ email: 'owing@example.test', terminated: 2, left_over: 2 }]);
  expect((await rows('customerTerminatingServicesAlert', 'days=90')).total).toBe(2);
});

it('type T monthly billing, licenses without a price and inactive price lists are reported', async () => {
  await sql`update server set cpu_type = 'T', billing_mode = 'monthly', image_price_item = 'license.none' where name = 'rude-one'`.execute(
    db(),
  );
  expect(column(await rows('typeTProcessorsWithMonthlyBillingCycle'), 'server')).toEqual([
    'rude-one',
  ]);
  expect((await rows('serverLicensePrice')).items.map(({ cells }) => cells)).toMatchObject([
    { server: 'rude-one', licence: 'license.none', hourly: null },
  ]);
  await sql`insert into price_list_grant (user_id, list_site_id, list_name, granted_at) values (${user.userId}, ${app.siteId}, 'Never', now())`.execute(
    db(),
  );
  expect((await rows('incorrectUsersPricelist')).items.map(({ cells }) => cells)).toMatchObject([
    { email: user.email, price_list: 'Never' },
  ]);
});

it('customers with the same number have one row each', async () => {
  const [one, other] = [await addCompany('One'), await addCompany('Other')];
  const setNumber = (companyId: string, email: string, number: string) =>
    sql`insert into customer_number (company_id, user_id, external_id) select ${companyId}, id, ${number} from user_account where email = ${email}`.execute(
      db(),
    );
  await setNumber(one, 'owing@example.test', '77');
  await setNumber(other, 'rude@example.test', '77');
  await setNumber(one, 'empty@example.test', '78');
  await setNumber(other, 'empty@example.test', '78');
  expect(column(await rows('duplicateExternalIDs', 'sorting=email'), 'email')).toEqual([
    'owing@example.test',
    'rude@example.test',
  ]);
});

it('no CSV cell starts as a formula', async () => {
  const { text } = await admin.get('/report/download?report=suspendedUsersWithActiveServices');
  expect(text).toContain(",'=cmd,");
  expect(text).not.toMatch(/(^|,|\n)"?=/);
});
