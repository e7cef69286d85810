import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { keyClient, makeKey } from '../../../../server/testing/keyClient.ts';
import { makeGroup, makeServer } from '../../groups/server/testing/fixtures.ts';

let app: TestApp;
let parent: TestClient;
let subAccount: TestClient;
/** Belongs to another account family and has every right on two of the servers. */
let guest: TestClient;
let admin: TestClient;
let parents = '';
let subAccountServer = '';

const db = () => app.portal.services.database.db;
const put = (client: TestClient, values: { account_state?: string; billing_state?: number }) =>
  db().updateTable('user_account').set(values).where('id', '=', client.userId).execute();
const codeOf = (answer: Answer) => [answer.status, answer.body.code?.[0]];
const errorInfo = (answer: Answer) =>
  (answer.body as { errors?: { info: string }[] }).errors?.[0]?.info;
const power = (client: TestClient, serverId: string, state = 'off') =>
  client.put(`/servers/${serverId}/power`, { state });
const tag = (client: TestClient, serverId: string) =>
  client.put(`/servers/${serverId}/tags`, { tags: ['night'] });
const explainAccess = async (client: TestClient, operation: string, serverId = '') =>
  (
    await app.root.get<{ isAllowed: boolean; rule: string; text: string }>(
      `/permissions/explain?userId=${client.userId}&operation=${operation}${serverId && `&objectType=ot.server&objectId=${serverId}`}`,
    )
  ).body;

beforeAll(async () => {
  app = await startTestApp();
  parent = await app.signInAs('user');
  subAccount = await app.signInAs('user', { parentId: parent.userId });
  guest = await app.signInAs('user');
  admin = await app.signInAs('siteAdmin');
  parents = await makeServer(parent);
  subAccountServer = await makeServer(subAccount);
  await makeGroup(parent, { members: [subAccount.userId], right: 'terminate', servers: [parents] });
  await makeGroup(app.root, {
    siteId: app.siteId,
    members: [guest.userId],
    right: 'terminate',
    servers: [parents, subAccountServer],
  });
}, 60_000);
afterEach(async () => {
  for (const account of [parent, subAccount, guest, admin])
    await put(account, { account_state: 'Ok', billing_state: 0 });
});
afterAll(() => app.close());

describe.each([
  [
    'Suspended-Billing',
    { account_state: 'Suspended-Billing' },
    [403, 2960],
    [403, 2962],
    'parentSuspended',
    'ownerSuspended',
  ],
  [
    'Suspended-Policy',
    { account_state: 'Suspended-Policy' },
    [403, 2960],
    [403, 2962],
    'parentSuspended',
    'ownerSuspended',
  ],
  [
    'Locked',
    { account_state: 'Locked' },
    [403, 2960],
    [403, 2962],
    'parentSuspended',
    'ownerSuspended',
  ],
  [
    'manual verification',
    { billing_state: 7 },
    [403, 2961],
    [403, 2963],
    'parentNeedsBilling',
    'ownerNeedsBilling',
  ],
  [
    'deposit',
    { billing_state: 9 },
    [403, 2961],
    [403, 2963],
    'parentNeedsBilling',
    'ownerNeedsBilling',
  ],
] as const)(
  'a resource paid for by an account in %s',
  (_state, closedState, bySubAccount, byGuest, subAccountRule, guestRule) => {
    it('can’t be ordered or operated by a sub-account, whether the server is the parent account’s or its own', async () => {
      await put(parent, closedState);
      expect(codeOf(await subAccount.post('/servers', {}))).toEqual(bySubAccount);
      for (const serverId of [parents, subAccountServer]) {
        expect(codeOf(await power(subAccount, serverId))).toEqual(bySubAccount);
        expect(codeOf(await subAccount.delete(`/servers/${serverId}`))).toEqual(bySubAccount);
      }
      expect(errorInfo(await power(subAccount, subAccountServer))).toMatch(
        /parent account( that pays for you|’s billing profile)/,
      );
      expect(await explainAccess(subAccount, 'createServers')).toMatchObject({
        isAllowed: false,
        rule: subAccountRule,
      });
      expect(await explainAccess(subAccount, 'powerServer', parents)).toMatchObject({
        isAllowed: false,
        rule: subAccountRule,
      });
    });

    it('can’t be changed by a group member of another account family, whose own resources aren’t affected', async () => {
      await put(parent, closedState);
      for (const serverId of [parents, subAccountServer]) {
        for (const answer of [
          await power(guest, serverId),
          await tag(guest, serverId),
          await guest.delete(`/servers/${serverId}`),
        ])
          expect(codeOf(answer)).toEqual(byGuest);
        expect(await explainAccess(guest, 'powerServer', serverId)).toMatchObject({
          isAllowed: false,
          rule: guestRule,
        });
        expect((await explainAccess(guest, 'powerServer', serverId)).text).toMatch(
          /or (of )?the account that pays for it/,
        );
      }
      const bulk = await guest.put<{ results: { error: { code: number } }[] }>('/servers/power', {
        ids: [parents, subAccountServer],
        state: 'off',
      });
      expect(bulk.body.results.map(({ error }) => error.code)).toEqual([byGuest[1], byGuest[1]]);
      expect(codeOf(await guest.post('/servers', {}))[0]).toBe(400);
    });

    it('stays visible to all of them, and its rows show why actions are disabled', async () => {
      await put(parent, closedState);
      for (const client of [parent, subAccount, guest])
        for (const suffix of ['', '/snapshots', '/statistics?range=1h', '/size', '/servicelets'])
          expect((await client.get(`/servers/${parents}${suffix}`)).status, suffix).toBe(200);
      expect(await explainAccess(guest, 'getServerSizes', parents)).toMatchObject({
        isAllowed: true,
      });
      const { items } = (
        await guest.get<{ items: { id: string; obstacles: Record<string, string> }[] }>('/servers')
      ).body;
      expect(items).toHaveLength(2);
      for (const { obstacles } of items) expect(obstacles.stop).toBe(guestRule);
      expect((await subAccount.get('/servers')).status).toBe(200);
      expect((await subAccount.put('/header/language', { language: 'he' })).status).toBe(200);
      expect((await subAccount.put('/header/language', { language: 'en' })).status).toBe(200);
    });

    it('can be changed by administrators, who handle the case', async () => {
      await put(parent, closedState);
      for (const client of [admin, app.root])
        for (const serverId of [parents, subAccountServer]) {
          expect((await tag(client, serverId)).status).toBe(200);
          expect(await explainAccess(client, 'tagServer', serverId)).toMatchObject({
            isAllowed: true,
          });
        }
    });
  },
);

it('can’t be operated by the parent account if its suspended sub-account owns it, but its own can', async () => {
  await put(subAccount, { account_state: 'Suspended-Policy' });
  expect(codeOf(await tag(parent, subAccountServer))).toEqual([403, 2962]);
  expect(await explainAccess(parent, 'tagServer', subAccountServer)).toMatchObject({
    rule: 'ownerSuspended',
  });
  expect((await tag(parent, parents)).status).toBe(200);
});

it('is restricted only by the state of its current parent account after a transfer', async () => {
  const other = await app.signInAs('user');
  await put(parent, { account_state: 'Suspended-Billing' });
  expect(codeOf(await tag(subAccount, subAccountServer))).toEqual([403, 2960]);
  const moveUnder = (parentId: string) =>
    app.root.put(`/users/${subAccount.userId}/place`, { siteId: app.siteId, parentId });
  expect((await moveUnder(other.userId)).status).toBe(200);
  expect((await tag(subAccount, subAccountServer)).status).toBe(200);
  expect((await moveUnder(parent.userId)).status).toBe(200);
  expect(codeOf(await tag(subAccount, subAccountServer))).toEqual([403, 2960]);
});

describe('a sub-account’s access key', () => {
  const keyOf = async (client: TestClient) =>
    keyClient(app.address, await makeKey(client, { scopes: ['servers.view', 'servers.operate'] }));
  const listed = async () =>
    (await subAccount.get<{ items: { state: string }[] }>('/apikeys?size=0')).body.items.map(
      ({ state }) => state,
    );

  it.each(['Suspended-Billing', 'Suspended-Policy', 'Locked'])(
    'is rejected entirely while its parent account is %s',
    async (account_state) => {
      const key = await keyOf(subAccount);
      expect((await key.get('/servers')).status).toBe(200);
      await put(parent, { account_state });
      const answer = await key.get('/servers');
      expect(codeOf(answer)).toEqual([401, 2704]);
      expect(errorInfo(answer)).toContain('the paying parent account');
      expect(new Set(await listed())).toEqual(new Set(['closed']));
      await put(parent, { account_state: 'Warning' });
      expect((await key.get('/servers')).status).toBe(200);
      expect(new Set(await listed())).toEqual(new Set(['active']));
    },
  );

  it.each([7, 9])(
    'can read but not change anything while its parent account is locked by billing (%i)',
    async (billing_state) => {
      const key = await keyOf(subAccount);
      await put(parent, { billing_state });
      expect((await key.get('/servers')).status).toBe(200);
      expect(codeOf(await power(key, subAccountServer))).toEqual([403, 2961]);
    },
  );
});

describe('a disapproved profile', () => {
  const grow = async (client: TestClient, serverId: string) => {
    const { disks } = (
      await client.get<{ disks: { id: string; sizeGb: number }[] }>(`/servers/${serverId}`)
    ).body;
    return await client.put(`/servers/${serverId}/disks/${disks[0]?.id}`, { sizeGb: 40 });
  };

  it('can’t order anything new, even through a sub-account, but can operate existing resources', async () => {
    await put(parent, { billing_state: 1 });
    expect(codeOf(await parent.post('/servers', {}))).toEqual([403, 2964]);
    expect(errorInfo(await parent.post('/servers', {}))).toContain('Unverified');
    expect(codeOf(await subAccount.post('/servers', {}))).toEqual([403, 2961]);
    expect(await explainAccess(parent, 'createServers')).toMatchObject({
      isAllowed: false,
      rule: 'orderNeedsBilling',
    });
    expect(await explainAccess(subAccount, 'createServers')).toMatchObject({
      isAllowed: false,
      rule: 'parentNeedsBilling',
    });
    for (const [client, serverId] of [
      [parent, parents],
      [subAccount, subAccountServer],
    ] as const)
      expect((await tag(client, serverId)).status).toBe(200);
    expect(await explainAccess(parent, 'powerServer', parents)).toMatchObject({ isAllowed: true });
    await put(parent, { billing_state: 5 });
    expect(codeOf(await parent.post('/servers', {}))[0]).toBe(400);
  });

  it('blocks server upgrades by anyone but an administrator', async () => {
    await put(parent, { billing_state: 1 });
    expect(codeOf(await grow(parent, parents))).toEqual([403, 2964]);
    expect(codeOf(await grow(subAccount, subAccountServer))).toEqual([403, 2961]);
    expect(codeOf(await grow(guest, parents))).toEqual([403, 2963]);
    expect((await grow(app.root, parents)).status).toBe(200);
  });

  it('shows its restrictions on the customer’s billing page', async () => {
    await put(parent, { billing_state: 1 });
    const { state } = (
      await parent.get<{ state: { isLocked: boolean; meaning: string } }>('/billing')
    ).body;
    expect(state).toMatchObject({
      isLocked: true,
      meaning: expect.stringContaining('can’t place orders'),
    });
  });
});

it('the reason an account was closed isn’t shown to a guest of another account family', async () => {
  await put(parent, { account_state: 'Suspended-Policy' });
  expect(errorInfo(await tag(guest, parents))).not.toMatch(/policy/i);
  const { rows } = await sql<{ entries: number }>`
    select count(*)::integer as entries from audit_entry where outcome = 'refused' and actor_id = ${guest.userId}`.execute(
    db(),
  );
  expect(rows[0]?.entries).toBeGreaterThan(0);
});
