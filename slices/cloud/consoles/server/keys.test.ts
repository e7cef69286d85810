import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { keyClient, makeKey, type TestKey } from '../../../../server/testing/keyClient.ts';
import { makeServer } from '../../../people/groups/server/testing/fixtures.ts';
import { type ConsoleAddress, ConsoleVisitor } from './testing/visitor.ts';

let app: TestApp;
let owner: TestClient;
let serverId: string;
let otherId: string;
/** The portal is notified of changes immediately and also checks every two seconds. */
const timeoutMs = 6_000;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  serverId = await makeServer(owner, 'keyed-1');
  otherId = await makeServer(owner, 'keyed-2');
}, 90_000);
afterAll(() => app.close());

const db = () => app.portal.services.database.db;
const opensConsole = async (client: TestClient) =>
  (await ConsoleVisitor.open(client, serverId, { kind: 'serial' })).shows('(simulated)$');
const ownKey = () => makeKey(owner, { type: 'server', serverIds: [serverId, otherId] });
const change = async (key: TestKey, path: string, body: unknown) => {
  const answer = await owner.put(`/apikeys/${key.clientId}${path}`, body);
  expect(answer.status, answer.text).toBe(200);
};

// These tests mostly wait for the portal's next check, so they run concurrently.
describe.concurrent('a console opened by an access key closes within seconds', () => {
  it.each<[string, number, (key: TestKey) => Promise<unknown>]>([
    ['is deleted', 4401, (key) => owner.delete(`/apikeys/${key.clientId}`)],
    ['is disabled', 4401, (key) => change(key, '/enabled', { enabled: false })],
    [
      'expires',
      4401,
      (key) =>
        sql`update api_key set expires_at = now() where client_id = ${key.clientId}`.execute(db()),
    ],
    [
      'gets a new secret and the one before ends',
      4401,
      (key) => owner.post(`/apikeys/${key.clientId}/secret`, {}),
    ],
    ['loses the server', 4403, (key) => change(key, '/servers', { serverIds: [otherId] })],
    [
      'may operate no servers any more',
      4403,
      (key) => change(key, '', { scopes: ['servers.view'] }),
    ],
  ])('when the key %s, while all other consoles stay open', async (_case, code, expected) => {
    const key = await ownKey();
    const [visitor, otherKeyVisitor, sessionVisitor] = [
      await opensConsole(keyClient(app.address, key)),
      await opensConsole(
        keyClient(app.address, await makeKey(owner, { type: 'server', serverIds: [serverId] })),
      ),
      await opensConsole(owner),
    ];
    await expected(key);
    expect((await visitor.ends(timeoutMs)).ended?.code).toBe(code);
    expect([otherKeyVisitor.ended, sessionVisitor.ended]).toEqual([null, null]);
    await Promise.all([otherKeyVisitor.leave(), sessionVisitor.leave()]);
  });

  it('when its owner is suspended', async () => {
    const user = await app.signInAs('siteAdmin');
    const visitor = await opensConsole(
      keyClient(app.address, await makeKey(user, { type: 'external' })),
    );
    await db()
      .updateTable('user_account')
      .set({ account_state: 'Suspended-Policy' })
      .where('id', '=', user.userId)
      .execute();
    expect((await visitor.ends(timeoutMs)).ended?.code).toBe(4401);
  });
});

describe('a console opened by an access key', () => {
  it('stays open while the previous secret is valid, and while the key’s other servers are added or removed', async () => {
    const key = await ownKey();
    const visitor = await opensConsole(keyClient(app.address, key));
    expect((await owner.post(`/apikeys/${key.clientId}/secret`, { overlapHours: 1 })).status).toBe(
      200,
    );
    await change(key, '/servers', { serverIds: [serverId] });
    visitor.type('still here\r');
    await visitor.shows('still here\r\nstill here');
    expect(visitor.ended).toBeNull();
    await sql`update api_key set previous_until = now() where client_id = ${key.clientId}`.execute(
      db(),
    );
    expect((await visitor.ends(timeoutMs)).ended?.code).toBe(4401);
  });

  it('can’t be opened with a ticket from before the key was revoked', async () => {
    const key = await ownKey();
    const { body } = await keyClient(app.address, key).post<ConsoleAddress>(
      `/servers/${serverId}/console`,
      { kind: 'ssh' },
    );
    expect((await owner.delete(`/apikeys/${key.clientId}`)).status).toBe(200);
    const visitor = await new ConsoleVisitor(app.address, body.path).ends();
    expect([visitor.ended?.code, visitor.reasonCode]).toEqual([4401, 2616]);
  });
});
