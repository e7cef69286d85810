import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../server/testing/client.ts';
import { makerFor } from './testing/maker.ts';

let app: TestApp;
let owner: TestClient;
let maker: Awaited<ReturnType<typeof makerFor>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  maker = await makerFor(owner);
}, 30_000);
afterAll(() => app.close());

const errorsOf = (answer: Answer) => answer.body.errors?.map(({ code, key }) => [code, key]);
const terminate = async (id: string) => maker.done(await owner.delete<{ cmdId: number }>(`/servers/${id}`));
const restore = (id: string) => owner.put<{ cmdId: number }>(`/servers/${id}/restore`, {});
const nameOf = async (id: string) => (await owner.get<{ name: string }>(`/servers/${id}`)).body.name;

describe('the name of a server in the bin waits for it', () => {
  it('no other server gets it, by making, copying, numbering or renaming, and the refusal names the bin and the ways out', async () => {
    const id = await maker.make({ name: 'waits-1' });
    await terminate(id);
    const made = await maker.ask({ name: 'Waits-1' });
    expect(errorsOf(made)).toEqual([[2986, 'name']]);
    expect(made.body.errors?.[0]?.info).toBe(
      'The name Waits-1 waits for a server in the bin. Choose another name, or restore that server or delete it for good first.',
    );
    expect(errorsOf(await maker.ask({ name: 'waits', quantity: 2 }))).toEqual([[2986, 'name']]);
    expect(errorsOf(await maker.ask({ names: ['free-1', 'waits-1'], name: undefined }))).toEqual([[2986, 'names.1']]);
    const other = await maker.make({ powerOn: false });
    expect(errorsOf(await maker.ask({ name: 'waits-1', cloneOf: other, imageId: undefined, password: undefined }))).toEqual([
      [2986, 'name'],
    ]);
    expect(errorsOf(await owner.put(`/servers/${other}/name`, { name: 'waits-1' }))).toEqual([[2986, 'name']]);
  });

  it('so that a restore always succeeds, and gives it up when it is deleted for good', async () => {
    const id = await maker.make({ name: 'comes-back' });
    await terminate(id);
    await maker.done(await restore(id));
    expect(await nameOf(id)).toBe('comes-back');
    await terminate(id);
    await maker.done(await owner.delete<{ cmdId: number }>(`/servers/${id}/bin`));
    expect(await nameOf(await maker.make({ name: 'comes-back' }))).toBe('comes-back');
  });

  it('for its owner alone; a server that would be given to somebody with that name in the bin stays', async () => {
    await terminate(await maker.make({ name: 'ours-alone' }));
    const other = await app.signInAs('user');
    const theirs = await makerFor(other);
    expect(await theirs.make({ name: 'ours-alone' })).not.toBe('');
  });

  it('a name suggested for a copy is not one that waits', async () => {
    await terminate(await maker.make({ name: 'series-2' }));
    const first = await maker.make({ name: 'series-1', powerOn: false });
    const { body } = await owner.get<{ suggestedName: string }>(`/servers/${first}/clone/options`);
    expect(body.suggestedName).toBe('series-3');
  });
});

it('a server that lost its name to another before names waited is refused at the call, and restored once that one is renamed', async () => {
  const lost = await maker.make({ name: 'was-mine' });
  await terminate(lost);
  await sql`update server set name_held = false where id = ${lost}`.execute(app.portal.services.database.db);
  const other = await maker.make({ name: 'was-mine' });
  const refused = await restore(lost);
  expect([refused.status, errorsOf(refused)]).toEqual([409, [[2987, undefined]]]);
  expect(refused.body.errors?.[0]?.info).toContain('Rename that one first');
  expect((await owner.put(`/servers/${other}/name`, { name: 'not-mine' })).status).toBe(200);
  await maker.done(await restore(lost));
  expect(await nameOf(lost)).toBe('was-mine');
  expect(errorsOf(await owner.put(`/servers/${other}/name`, { name: 'was-mine' }))).toEqual([[1102, 'name']]);
});

it('of servers that share a name from before, the one that is there holds it, and of several in the bin the last', async () => {
  const ids = { live: '', early: '', late: '' };
  for (const which of ['early', 'late', 'live'] as const) ids[which] = await maker.make({ name: `shared-${which}` });
  const alone = { early: await maker.make({ name: 'two-early' }), late: await maker.make({ name: 'two-late' }) };
  const file = join(import.meta.dirname, '../../../server/migrations/0053_server_names_and_sign_in.sql');
  const migration = await readFile(file, 'utf8');
  await app.administration.db
    .transaction()
    .execute(async (trx) => {
      await sql`alter table server drop column name_held cascade`.execute(trx);
      await sql`alter table server drop column has_password`.execute(trx);
      await sql`create unique index server_name on server (owner_id, name_key) where state <> 'bin'`.execute(trx);
      const bin = (id: string, at: string) =>
        sql`update server set state = 'bin', bin_until = ${at}, terminated_at = ${at} where id = ${id}`.execute(trx);
      for (const { early, late } of [ids, alone]) {
        await bin(early, '2030-01-01T00:00:00Z');
        await bin(late, '2030-01-02T00:00:00Z');
      }
      await sql`update server set name = 'shared' where id = any(${Object.values(ids)}::uuid[])`.execute(trx);
      await sql`update server set name = 'twice' where id = any(${Object.values(alone)}::uuid[])`.execute(trx);
      await sql.raw(migration).execute(trx);
      const { rows } = await sql<{ id: string }>`
        select id from server where name_held and id = any(${[...Object.values(ids), ...Object.values(alone)]}::uuid[])`.execute(trx);
      expect(rows.map((row) => row.id).sort()).toEqual([ids.live, alone.late].sort());
      throw new Error('undo');
    })
    .catch((error: Error) => {
      if (error.message !== 'undo') throw error;
    });
});
