import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserError } from '../../../../contract/errors/errors.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { changeServerOwner } from './changeOwner.ts';

let app: TestApp;
let previousOwner: TestClient;
let newOwner: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  [previousOwner, newOwner] = [await app.signInAs('user'), await app.signInAs('user')];
}, 30_000);
afterAll(() => app.close());

async function make(client: TestClient, name: string): Promise<{ id: string; cmdId: number }> {
  const { body: options } = await client.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  const created = await client.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...{
      datacenterId: options.datacenterId,
      imageId: options.images[0]?.id,
      name,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
    },
    ...{
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Server_Password_1',
    },
  });
  return { id: created.body.servers[0]?.id ?? '', cmdId: created.body.cmdId };
}
async function createServer(client: TestClient, name: string): Promise<string> {
  const { id, cmdId } = await make(client, name);
  const exitCode = async () =>
    (await client.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await expect.poll(exitCode, { timeout: 15_000, interval: 50 }).toBe(0);
  return id;
}
async function change(serverId: string, to: TestClient): Promise<string | null> {
  const site = await app.portal.sites.byId(app.siteId);
  const { services } = app.portal;
  const ctx = systemContext(services, { site, log: app.portal.app.log as never });
  try {
    await services.database.db
      .transaction()
      .execute((db) =>
        changeServerOwner({ ...ctx, db }, serverId, { ownerId: to.userId, siteId: app.siteId }),
      );
    return null;
  } catch (error) {
    return (error as UserError).reasons?.[0]?.name ?? String(error);
  }
}
const ownersOf = async (serverId: string) =>
  (
    await sql<{ owner: string; payer: string | null }>`
      select s.owner_id as owner, (select min(owner_id::text) from span where subject_id = s.id and to_at is null) as payer
      from server s where s.id = ${serverId}`.execute(app.portal.services.database.db)
  ).rows[0];

it('transfers the server and its charges to the new owner, and does nothing when repeated', async () => {
  const id = await createServer(previousOwner, 'web-given');
  expect(await change(id, newOwner)).toBeNull();
  expect(await ownersOf(id)).toEqual({ owner: newOwner.userId, payer: newOwner.userId });
  expect(await change(id, newOwner)).toBeNull();
  expect(await ownersOf(id)).toEqual({ owner: newOwner.userId, payer: newOwner.userId });
});

it('rejects a busy server, a name in use and a missing server, without changes', async () => {
  const id = await createServer(previousOwner, 'web-busy');
  const { db } = app.portal.services.database;
  // A queued task that workers have not been notified of.
  await sql`
    insert into task (type, title, input, target_type, target_id, target_name, resource, site_id, owner_id, language, is_cancellable)
    values ('server.stop', '{"en":"","he":""}', '{}', 'server', ${id}, 'web-busy', ${`server:${id}`}, ${app.siteId}, ${previousOwner.userId}, 'en', false)`.execute(
    db,
  );
  expect(await change(id, newOwner)).toBe('serverBusy');
  expect((await ownersOf(id))?.owner).toBe(previousOwner.userId);
  const same = await createServer(previousOwner, 'web-same');
  await createServer(newOwner, 'WEB-same');
  expect(await change(same, newOwner)).toBe('serverNameTaken');
  expect(await ownersOf(same)).toEqual({
    owner: previousOwner.userId,
    payer: previousOwner.userId,
  });
  expect(await change(randomUUID(), newOwner)).toBe('notFound');
});

it('rejects a server on a private network of its owner', async () => {
  const id = await createServer(previousOwner, 'web-private');
  const { db } = app.portal.services.database;
  await sql`update network set owner_id = ${previousOwner.userId}, site_id = ${app.siteId} where id = (select network_id from nic where server_id = ${id} limit 1)`.execute(
    db,
  );
  expect(await change(id, newOwner)).toBe('migrateRefused');
  expect((await ownersOf(id))?.owner).toBe(previousOwner.userId);
});
