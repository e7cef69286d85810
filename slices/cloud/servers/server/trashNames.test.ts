import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { makeLan, makeServerOn } from '../../networks/server/testing/lan.ts';
import { makerFor } from './testing/serverMaker.ts';

interface Restored {
  cmdId: number;
  name: string;
  notes: string[];
}
interface Detail {
  name: string;
  status: string;
  nics: { id: string; mac: string; networkId: string; address: string; kind: string }[];
}

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
const terminate = async (id: string) =>
  maker.done(await owner.delete<{ cmdId: number }>(`/servers/${id}`));
const detail = async (id: string) => (await owner.get<Detail>(`/servers/${id}`)).body;
const restore = async (id: string): Promise<Restored> => {
  const answer = await owner.put<Restored>(`/servers/${id}/restore`, {});
  await maker.done(answer);
  return answer.body;
};
const engineServers = async (serverId: string) => {
  const engines = await Promise.all(
    app.portal.services.engines.all().map((engine) => engine.inspect(serverId)),
  );
  return engines.find((engineServer) => engineServer !== null)?.nics ?? [];
};
const logOf = async (cmdId: number) =>
  JSON.stringify((await owner.get(`/queue/command/${cmdId}`)).body);

describe('the name of a server in the Trash', () => {
  it('is available to a new server, a copy, numbered servers and a renamed server', async () => {
    for (const name of ['freed-1', 'freed-2', 'freed-3', 'freed-4'])
      await terminate(await maker.make({ name }));
    expect((await detail(await maker.make({ name: 'Freed-1' }))).name).toBe('Freed-1');
    await maker.done(await maker.ask({ names: ['freed-2', 'freed-9'], name: undefined }));
    const other = await maker.make({ powerOn: false });
    await maker.done(
      await maker.ask({ name: 'freed-3', cloneOf: other, imageId: undefined, password: undefined }),
    );
    expect((await owner.put(`/servers/${other}/name`, { name: 'freed-4' })).status).toBe(200);
    expect(errorsOf(await maker.ask({ name: 'freed-4' }))).toEqual([[1102, 'name']]);
  });

  it('is restored when no other server uses it', async () => {
    const id = await maker.make({ name: 'comes-back' });
    await terminate(id);
    expect(await restore(id)).toMatchObject({ name: 'comes-back', notes: [] });
    expect(await detail(id)).toMatchObject({ name: 'comes-back', status: 'ready' });
    expect(errorsOf(await maker.ask({ name: 'comes-back' }))).toEqual([[1102, 'name']]);
  });

  it('is replaced when another server uses it, and the response, task and audit event report this', async () => {
    const early = await maker.make({ name: 'was-mine' });
    await terminate(early);
    const late = await maker.make({ name: 'was-mine' });
    await terminate(late);
    await maker.make({ name: 'was-mine' });
    const restored = await restore(early);
    const note =
      'The name was-mine is in use by another server. This server is now named was-mine-restored.';
    expect(restored).toMatchObject({ name: 'was-mine-restored', notes: [note] });
    expect(await logOf(restored.cmdId)).toContain(note);
    expect((await restore(late)).name).toBe('was-mine-restored-2');
    expect((await detail(late)).name).toBe('was-mine-restored-2');
  });
});

describe('private addresses of a server in the Trash', () => {
  it('are available to other servers, and their networks can be deleted', async () => {
    const lan = await makeLan(owner, '10.70.0.0/24');
    const id = await makeServerOn(owner, [
      { networkId: 'auto' },
      { networkId: lan.id, address: '10.70.0.77' },
    ]);
    const publicAddress = (await detail(id)).nics[0]?.address;
    await terminate(id);
    expect((await detail(id)).nics.map(({ address }) => address)).toEqual([publicAddress]);
    const next = await makeServerOn(owner, [{ networkId: lan.id, address: '10.70.0.77' }]);
    await terminate(next);
    expect((await owner.delete(`/subnets/${lan.subnetId}`)).status).toBe(200);
    expect((await owner.delete(`/networks/${lan.id}`)).status).toBe(200);
    const restored = await restore(id);
    expect(restored.notes).toEqual([
      expect.stringContaining('was removed, because the network was deleted'),
    ]);
    expect((await detail(id)).nics.map(({ address }) => address)).toEqual([publicAddress]);
    expect(await engineServers(id)).toHaveLength(1);
  });

  it('are restored with the server when they are free, on the same interface and in the engine', async () => {
    const lan = await makeLan(owner, '10.71.0.0/24');
    const id = await makeServerOn(owner, [
      { networkId: lan.id, address: '10.71.0.50' },
      { networkId: 'auto' },
    ]);
    const before = await detail(id);
    await terminate(id);
    expect((await restore(id)).notes).toEqual([]);
    const pick = ({ nics }: Detail) =>
      nics.map(({ id: nicId, mac, address }) => [nicId, mac, address]);
    expect(pick(await detail(id))).toEqual(pick(before));
    expect((await engineServers(id)).map(({ ipv4 }) => ipv4?.address)).toContain('10.71.0.50');
  });

  it('are replaced with a note when other servers use them, and the engine is updated', async () => {
    const lan = await makeLan(owner, '10.72.0.0/24');
    const id = await makeServerOn(owner, [{ networkId: lan.id, address: '10.72.0.60' }]);
    await terminate(id);
    await makeServerOn(owner, [{ networkId: lan.id, address: '10.72.0.60' }]);
    const { notes } = await restore(id);
    const [nic] = (await detail(id)).nics;
    expect(nic?.address).not.toBe('10.72.0.60');
    expect(notes).toEqual([
      expect.stringMatching(
        /changed from 10\.72\.0\.60 to 10\.72\.0\.\d+, because the previous one is in use/,
      ),
    ]);
    expect((await engineServers(id)).map(({ ipv4 }) => ipv4?.address)).toEqual([nic?.address]);
  });

  it('are released again when the restore fails', async () => {
    const lan = await makeLan(owner, '10.73.0.0/24');
    const id = await makeServerOn(owner, [{ networkId: lan.id, address: '10.73.0.60' }]);
    const { name } = await detail(id);
    await terminate(id);
    const engine = app.portal.services.engines.all()[0];
    await engine?.destroy(id);
    const answer = await owner.put<Restored>(`/servers/${id}/restore`, {});
    expect(await maker.ends(answer.body.cmdId)).not.toBe(0);
    expect((await detail(id)).status).toBe('bin');
    await maker.make({ name, nics: [{ networkId: lan.id, address: '10.73.0.60' }] });
  });
});

it('an upgrade releases the names and private addresses of servers already in the Trash', async () => {
  const lan = await makeLan(owner, '10.74.0.0/24');
  const id = await makeServerOn(owner, [
    { networkId: lan.id, address: '10.74.0.60' },
    { networkId: 'auto' },
  ]);
  const file = join(
    import.meta.dirname,
    '../../../../server/migrations/0096_trash_frees_names.sql',
  );
  const migration = await readFile(file, 'utf8');
  const undone = await app.administration.db
    .transaction()
    .execute(async (trx) => {
      await sql`drop table parked_nic`.execute(trx);
      await sql`update server set state = 'bin', bin_until = now(), terminated_at = now() where id = ${id}`.execute(
        trx,
      );
      await sql.raw(migration).execute(trx);
      const { rows } = await sql<{
        held: boolean;
        ips: string[];
      }>`select name_held as held, ips from server where id = ${id}`.execute(trx);
      expect(rows[0]?.held).toBe(false);
      expect(rows[0]?.ips).toHaveLength(1);
      const parked =
        await sql`select from parked_nic where server_id = ${id} and addresses = array['10.74.0.60'::inet]`.execute(
          trx,
        );
      expect(parked.rows).toHaveLength(1);
      expect(
        (await sql`select from address where ip = '10.74.0.60'`.execute(trx)).rows,
      ).toHaveLength(0);
      throw new Error('undo');
    })
    .catch((error: Error) => error.message);
  expect(undone).toBe('undo');
});
