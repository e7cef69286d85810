import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { makerFor } from './testing/serverMaker.ts';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMzL4Zr4sWsyfdbLSZFZ0eyxVBRYJ7NHB5rTRZLBV1aB dana';
const secret = 'Nobody_Keeps_This_1';

let app: TestApp;
let owner: TestClient;
let maker: Awaited<ReturnType<typeof makerFor>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  maker = await makerFor(owner);
}, 30_000);
afterAll(() => app.close());

const signInOf = async (id: string) =>
  (await owner.get<{ signIn: { password: boolean | null; keys: number } }>(`/servers/${id}`)).body
    .signIn;

it('a server reports its initial sign-in method until a later password replaces it', async () => {
  expect(await signInOf(await maker.make({ password: secret }))).toEqual({
    password: true,
    keys: 0,
  });
  const id = await maker.make({ password: undefined, sshKeys: [key] });
  expect(await signInOf(id)).toEqual({ password: false, keys: 1 });
  await maker.done(
    await owner.put<{ cmdId: number }>(`/servers/${id}/password`, { password: secret }),
  );
  expect(await signInOf(id)).toEqual({ password: true, keys: 1 });
});

it('the sign-in method is unknown for a copy, because its accounts come with the disks', async () => {
  const id = await maker.make({ powerOn: false });
  const copy = await maker.make({ imageId: undefined, cloneOf: id, password: undefined });
  expect(await signInOf(copy)).toEqual({ password: null, keys: 0 });
});

it('the password is not stored in any table once the server is created', async () => {
  await maker.make({ password: secret });
  const db = app.portal.services.database.db;
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } =
      await sql`select 1 from ${sql.raw(name)} t where t::text like ${`%${secret}%`} limit 1`.execute(
        db,
      );
    if (rows.length > 0) found.push(name);
  }
  expect(tables.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
