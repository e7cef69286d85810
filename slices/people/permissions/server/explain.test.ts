import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { grant, makeGroup, makeServer, setAccount } from '../../groups/server/testing/fixtures.ts';

let app: TestApp;
let parent: TestClient;
let subAccount: TestClient;
let otherUser: TestClient;
let admin: TestClient;
let serverId: string;
let groupId: string;

beforeAll(async () => {
  app = await startTestApp();
  parent = await app.signInAs('user', { email: 'parent@example.test' });
  subAccount = await app.signInAs('user', { email: 'child@example.test', parentId: parent.userId });
  otherUser = await app.signInAs('user', { email: 'stranger@example.test' });
  admin = await app.signInAs('siteAdmin', { email: 'admin@example.test' });
  serverId = await makeServer(parent, 'the-server');
  groupId = await makeGroup(parent, {
    name: 'Night shift',
    members: [subAccount.userId],
    right: 'operate',
    servers: [serverId],
  });
}, 60_000);
afterAll(() => app.close());

interface ExplainAnswer {
  exceptions: string[];
  isAllowed: boolean;
  rule: string;
  text: string;
  grants: { name: string; right: string }[];
  whoCanChange: { kind: string; name: string; how: string }[];
  object: { name: string } | null;
}
const explainAccess = (
  client: TestClient,
  operation: string,
  userId?: string,
  objectId = serverId,
) =>
  client.get<ExplainAnswer>(
    `/permissions/explain?operation=${operation}&objectType=ot.server&objectId=${objectId}${userId ? `&userId=${userId}` : ''}`,
  );

describe('Explain access', () => {
  it('names the group that grants the right, and who can revoke it', async () => {
    const { body } = await explainAccess(subAccount, 'powerServer');
    expect(body).toMatchObject({
      isAllowed: true,
      rule: 'groupRight',
      grants: [{ name: 'Night shift', right: 'operate' }],
    });
    expect(body.text).toContain('the-server');
    expect(body.whoCanChange).toContainEqual({
      kind: 'person',
      name: parent.email,
      how: 'Can change the group’s permissions',
    });
  });

  it('names the missing right, and who can grant it', async () => {
    const { body } = await explainAccess(subAccount, 'terminateServer');
    expect(body).toMatchObject({ isAllowed: false, rule: 'rightMissing' });
    expect(body.text).toContain('"terminate"');
    expect(body.whoCanChange.map(({ name }) => name)).toEqual([
      parent.email,
      'Site administrator',
      'Operator of the portal',
    ]);
  });

  it('includes the rights of groups of a site above the caller, as calls do', async () => {
    const harbor = await app.makeSite('Harbor');
    const [member, owner, harborAdmin] = [
      await app.signInAs('user'),
      await app.signInAs('user'),
      await app.signInAs('siteAdmin'),
    ];
    const server = await makeServer(owner);
    for (const { userId } of [member, owner, harborAdmin])
      await sql`update user_account set site_id = ${harbor} where id = ${userId}`.execute(
        app.portal.services.database.db,
      );
    await sql`update server set site_id = ${harbor} where id = ${server}`.execute(
      app.portal.services.database.db,
    );
    await makeGroup(app.root, {
      name: 'All sites',
      members: [member.userId],
      right: 'view',
      servers: [server],
      siteId: app.siteId,
    });
    const canRead = (await member.get(`/servers/${server}`)).status === 200;
    expect(
      (await explainAccess(harborAdmin, 'getServer', member.userId, server)).body,
    ).toMatchObject({
      isAllowed: canRead,
      grants: canRead ? [{ name: 'All sites', right: 'view' }] : [],
    });
    expect(canRead).toBe(true);
  });

  it('reflects changes at once', async () => {
    await grant(parent, groupId, 'terminate', [serverId]);
    expect((await explainAccess(subAccount, 'terminateServer')).body.isAllowed).toBe(true);
    await grant(parent, groupId, 'operate', [serverId]);
    expect((await explainAccess(subAccount, 'terminateServer')).body.isAllowed).toBe(false);
  });

  it.each([
    ['owner', () => explainAccess(parent, 'terminateServer')],
    ['siteTree', () => explainAccess(admin, 'terminateServer')],
    ['root', () => explainAccess(app.root, 'terminateServer')],
    ['roleLacks', () => explainAccess(admin, 'listHosts', admin.userId)],
    ['objectUnknown', () => explainAccess(otherUser, 'getServer')],
    ['signedIn', () => explainAccess(otherUser, 'dashboard')],
    ['public', () => explainAccess(otherUser, 'logo')],
  ] as const)('returns %s when that rule applies', async (rule, explainCase) => {
    expect((await explainCase()).body.rule).toBe(rule);
  });

  it('reports what restricts an account as a whole, and who can change that', async () => {
    await setAccount(app, subAccount.userId, { is_enabled: false });
    expect((await explainAccess(parent, 'getServer', subAccount.userId)).body).toMatchObject({
      isAllowed: false,
      rule: 'accountDisabled',
    });
    await setAccount(app, subAccount.userId, { is_enabled: true, is_parent_locked: true });
    const { body } = await explainAccess(parent, 'powerServer', subAccount.userId);
    expect(body).toMatchObject({ isAllowed: false, rule: 'lockedByParent' });
    expect(body.whoCanChange[0]).toMatchObject({ kind: 'person', name: parent.email });
    expect((await explainAccess(parent, 'getServer', subAccount.userId)).body.isAllowed).toBe(true);
    await setAccount(app, subAccount.userId, { is_parent_locked: false });
  });

  it('matches the result of every call about a user', async () => {
    const billing = await app.signInAs('billingAdmin');
    const explainFor = async (client: TestClient, operation: string, target: TestClient) =>
      (
        await client.get<ExplainAnswer>(
          `/permissions/explain?operation=${operation}&objectType=ot.user&objectId=${target.userId}`,
        )
      ).body;
    const cases = [
      [admin, billing, 'rightsNotHeld', 403],
      [admin, otherUser, 'siteTree', 200],
      [parent, subAccount, 'parent', 200],
      [app.root, billing, 'root', 200],
      [otherUser, billing, 'objectUnknown', 404],
    ] as const;
    for (const [client, target, rule, status] of cases) {
      const answer = await client.put(`/users/${target.userId}`, {
        firstName: 'a',
        lastName: 'b',
        language: null,
      });
      expect([answer.status, (await explainFor(client, 'updateUser', target)).rule], rule).toEqual([
        status,
        rule,
      ]);
    }
    const rejected = await explainFor(admin, 'updateUserRole', billing);
    expect(rejected).toMatchObject({ isAllowed: false, rule: 'rightsNotHeld' });
    expect(rejected.text).toContain(
      `${billing.email} has permissions that ${admin.email} doesn’t have`,
    );
    expect(rejected.whoCanChange.map(({ name }) => name)).toEqual(['Operator of the portal']);
    expect(await explainFor(admin, 'getUser', billing)).toMatchObject({
      isAllowed: true,
      rule: 'siteTree',
    });
  });

  it('names the fields a user must send unchanged, with the reason and who can change them', async () => {
    const clerk = await app.signInAs('billingAdmin');
    const explainUser = (userId: string) =>
      app.root.get<ExplainAnswer>(
        `/permissions/explain?operation=updateCompanySettings&userId=${userId}`,
      );
    const { body } = await explainUser(clerk.userId);
    expect(body).toMatchObject({ isAllowed: true, rule: 'roleHolds' });
    expect(body.exceptions).toHaveLength(3);
    expect(body.exceptions[0]).toBe(
      'Except the field Currency: Prices, balances, and documents use this currency, and amounts aren’t converted.',
    );
    expect(body.whoCanChange).toContainEqual({
      kind: 'role',
      name: 'Operator of the portal',
      how: 'Can change this field',
    });
    expect((await explainUser(app.root.userId)).body.exceptions).toEqual([]);
  });

  it('reports which granted rights are limited by the owner’s billing profile, for cost increases only or always', async () => {
    await grant(parent, groupId, 'manage', [serverId]);
    await setAccount(app, parent.userId, { billing_state: 1 });
    const explanation = (await explainAccess(subAccount, 'resizeServer')).body;
    expect(explanation.isAllowed).toBe(true);
    expect(explanation.exceptions).toEqual([
      expect.stringMatching(
        /^Except changes that increase its cost: You can’t change the-server until the billing profile of its owner/,
      ),
    ]);
    expect((await explainAccess(subAccount, 'createServerDisk')).body).toMatchObject({
      isAllowed: false,
      rule: 'ownerNeedsBilling',
      exceptions: [],
    });
    expect((await explainAccess(admin, 'createServerDisk')).body).toMatchObject({
      isAllowed: true,
      exceptions: [],
    });
    await setAccount(app, parent.userId, { billing_state: 3 });
    await grant(parent, groupId, 'operate', [serverId]);
    expect((await explainAccess(parent, 'createServerDisk')).body).toMatchObject({
      isAllowed: true,
      exceptions: [],
    });
  });

  it('responds the same for another user’s object as for a nonexistent one, and names no other users', async () => {
    const [real, missing] = [
      await explainAccess(otherUser, 'getServer'),
      await explainAccess(otherUser, 'getServer', undefined, randomUUID()),
    ];
    expect(real.text).toBe(missing.text);
    expect(real.text).not.toContain(parent.email);
    expect(real.text).not.toContain('the-server');
  });

  it('mentions no users or objects that the caller has no access to', async () => {
    expect((await explainAccess(otherUser, 'getServer', subAccount.userId)).status).toBe(404);
    expect((await explainAccess(subAccount, 'getServer', parent.userId)).status).toBe(404);
    const otherServer = await makeServer(otherUser);
    expect((await explainAccess(parent, 'getServer', subAccount.userId, otherServer)).status).toBe(
      404,
    );
    expect(
      (await explainAccess(admin, 'getServer', subAccount.userId, otherServer)).body,
    ).toMatchObject({
      isAllowed: false,
      rule: 'objectUnknown',
    });
  });

  it('rejects a nonexistent operation', async () => {
    expect((await explainAccess(subAccount, 'flyToTheMoon')).status).toBe(404);
  });

  it('responds in the reader’s language', async () => {
    await subAccount.put('/header/language', { language: 'he' });
    expect((await explainAccess(subAccount, 'terminateServer')).body.text).toMatch(/[א-ת]/);
    await subAccount.put('/header/language', { language: 'en' });
  });

  it('lists the operations, and the users and objects with access', async () => {
    interface Choices {
      operations: { id: string; objectType: string | null }[];
      people: { email: string }[];
      objects: { name: string }[];
    }
    const { body } = await parent.get<Choices>('/permissions/choices?type=ot.server');
    expect(body.people.map(({ email }) => email)).toEqual([subAccount.email, parent.email]);
    expect(body.objects.map(({ name }) => name)).toEqual(['the-server']);
    expect(body.operations.find(({ id }) => id === 'powerServer')?.objectType).toBe('ot.server');
    expect(
      (await subAccount.get<Choices>('/permissions/choices?type=ot.server')).body.objects.map(
        ({ name }) => name,
      ),
    ).toEqual(['the-server']);
    expect(
      (await parent.get<Choices>('/permissions/choices?person=child')).body.people,
    ).toHaveLength(1);
  });
});
