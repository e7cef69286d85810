import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slices } from '../../../slices.ts';
import { collectRowRules } from '../../slice.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { applyRowSecurity, checkRowSecurity } from './applyRowSecurity.ts';

const rowRules = collectRowRules(slices);

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const names = async (query: string): Promise<string[]> =>
  (await owner.query<{ name: string }>(query)).rows.map(({ name }) => name);
const tables =
  "pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition";

test('every table has a reviewed rule, and every rule has a table', async () => {
  expect(Object.keys(rowRules).sort()).toEqual(
    await names(`select relname::text as name from ${tables} order by relname::text collate "C"`),
  );
});

test('every table with a rule can be read and written only through its policies', async () => {
  const closed = Object.entries(rowRules)
    .filter(([, { kind }]) => kind !== 'open' && kind !== 'closed')
    .map(([name]) => name)
    .sort();
  expect(closed.length).toBeGreaterThan(80);
  expect(
    await names(`select relname::text as name from ${tables} and c.relrowsecurity and c.relforcerowsecurity
      and (select array_agg(polcmd order by polcmd) filter (where polname <> 'whole_database') in (array['*'::"char"], array['a', 'd', 'r', 'w']::"char"[])
          and count(*) filter (where polname = 'whole_database') = 1
          and bool_and(polqual is not null or polcmd = 'a') and bool_and(polwithcheck is not null or polcmd in ('r', 'd'))
        from pg_policy where polrelid = c.oid)
      order by relname::text collate "C"`),
  ).toEqual(closed);
});

test('a scoped connection has no rights at all on a closed table', async () => {
  const closed = Object.entries(rowRules)
    .flatMap(([name, { kind }]) => (kind === 'closed' ? [name] : []))
    .sort();
  expect(
    await names(
      `select relname::text as name from ${tables} and not has_table_privilege('cloudberth_app', c.oid, 'select, insert, update, delete')
        order by relname::text collate "C"`,
    ),
  ).toEqual(closed);
});

test('a database user with too many or too few rights gets the command to run', async () => {
  expect(await checkRowSecurity(database.url)).toEqual({ isRaised: true, advice: null });
  const superuser = await checkRowSecurity(database.administratorUrl);
  expect(superuser).toMatchObject({
    isRaised: true,
    advice: expect.stringMatching(/bypasses row security.*DATABASE_MIGRATION_URL/),
  });
  const tooManyRights = await checkRowSecurity(database.ownerUrl);
  expect(tooManyRights).toMatchObject({
    isRaised: false,
    advice: expect.stringContaining(
      'grant cloudberth_app, cloudberth_portal to "cloudberth_owner"',
    ),
  });
});

test('up-to-date row security isn’t changed by the next start', async () => {
  const policies = () => names(`select oid::text as name from pg_policy order by oid`);
  const before = await policies();
  expect(
    await applyRowSecurity(
      { migrationUrl: database.ownerUrl, databaseUrl: database.url },
      rowRules,
    ),
  ).toEqual({
    isRaised: true,
    advice: null,
  });
  expect(await policies()).toEqual(before);
});

test('the portal’s roles own nothing, bypass nothing, and can’t change or truncate append-only tables', async () => {
  const roles = "('cloudberth_app', 'cloudberth_portal')";
  expect(
    await names(
      `select rolname::text as name from pg_roles where rolname in ${roles} and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
    ),
  ).toEqual([]);
  expect(
    await names(
      `select relname::text as name from pg_class where pg_get_userbyid(relowner) in ${roles}`,
    ),
  ).toEqual([]);
  expect(
    await names(
      `select proname::text as name from pg_proc where pg_get_userbyid(proowner) in ${roles}`,
    ),
  ).toEqual([]);
  expect(
    await names(
      `select relname::text as name from ${tables} and has_table_privilege('cloudberth_portal', c.oid, 'truncate')`,
    ),
  ).toEqual([]);
  const appendOnly = [
    'audit_entry',
    'audit_seal',
    'ledger_transaction',
    'ledger_posting',
    'price_item',
  ];
  expect(
    await names(`select relname::text as name from ${tables} and relname = any('{${appendOnly}}')
      and (has_table_privilege('cloudberth_portal', c.oid, 'update') or has_table_privilege('cloudberth_app', c.oid, 'delete'))`),
  ).toEqual([]);
  expect(
    await names(`select relname::text as name from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
    and not coalesce('security_invoker=true' = any(reloptions), false)`),
  ).toEqual([]);
});
