import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDatabase } from '../../prepareDatabase.ts';
import { migrate } from '../database/migrate.ts';
import { copyUnusedCluster } from '../testing/unusedCluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

let dataDir: string;
let postgres: EmbeddedPostgres | undefined;

beforeEach(async () => {
  dataDir = await copyUnusedCluster();
});
afterEach(async () => {
  await postgres?.stop();
  postgres = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  await postgres?.stop();
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
  return postgres;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const rights = `select session_user::text as role, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as "isPrivileged"
  from pg_roles where rolname = session_user`;

test('a new cluster has a role for the portal and one for migrations, both unprivileged and with separate passwords', async () => {
  const { urls } = await start();
  expect(await query(urls.app, rights)).toEqual([{ role: 'cloudberth_app', isPrivileged: false }]);
  expect(await query(urls.owner, rights)).toEqual([
    { role: 'cloudberth_owner', isPrivileged: false },
  ]);
  const passwords = Object.values(urls).map(
    (url) => new URL(url.replace('@/', '@socket/')).password,
  );
  expect(new Set(passwords).size).toBe(3);
  await expect(query(urls.app, 'create table mine (id int)')).rejects.toThrow('permission denied');
});

test('a cluster of an earlier version, owned by the superuser, is transferred to the owner role on its next start and keeps its rows', async () => {
  const first = await start();
  const { administrator } = first.urls;
  await query(administrator, 'alter database cloudberth owner to cloudberth');
  await query(
    administrator,
    'drop role cloudberth_app; drop role cloudberth_portal; drop role cloudberth_owner',
  );
  await migrate(administrator);
  await query(administrator, `insert into site (path, name, theme) values ('x', 'Kept', '{}')`);

  const { urls } = await start();
  expect(await prepareDatabase({ databaseUrl: urls.app, migrationUrl: urls.owner })).toEqual({
    isRaised: true,
    advice: null,
  });
  expect(
    await query(
      urls.owner,
      `select distinct pg_get_userbyid(relowner)::text as owner from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')`,
    ),
  ).toEqual([{ owner: 'cloudberth_owner' }]);
  expect(await query(urls.owner, 'select name from site')).toEqual([{ name: 'Kept' }]);
  expect(await query(urls.app, 'select name from site')).toEqual([{ name: 'Kept' }]);
  expect(await query(urls.app, 'select 1 from server')).toEqual([]);
});
