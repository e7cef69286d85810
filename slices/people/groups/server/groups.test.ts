import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { grant, makeGroup, makeServer, setAccount } from './testing/fixtures.ts';

let app: TestApp;
let parent: TestClient;
let subAccount: TestClient;
let otherUser: TestClient;
let admin: TestClient;
let otherSiteId: string;
let parentServer: string;
let subAccountServer: string;

beforeAll(async () => {
  app = await startTestApp();
  parent = await app.signInAs('user');
  subAccount = await app.signInAs('user', { parentId: parent.userId });
  otherUser = await app.signInAs('user');
  admin = await app.signInAs('siteAdmin');
  otherSiteId = await app.makeSite('Other');
  parentServer = await makeServer(parent);
  subAccountServer = await makeServer(subAccount);
}, 60_000);
afterAll(() => app.close());

interface Listed {
  items: Record<string, unknown>[];
  total: number;
}
const codeOf = (answer: Answer) => [answer.status, answer.body.code?.[0]];
const names = async (client: TestClient) =>
  (await client.get<Listed>('/groups?size=0')).body.items.map((item) => item.name);

describe('a group', () => {
  it('can be created, renamed, listed and deleted by its parent account', async () => {
    const id = await makeGroup(parent, { name: 'Web people' });
    expect((await parent.get(`/groups/${id}`)).body).toMatchObject({
      name: 'Web people',
      ownerId: parent.userId,
      members: 0,
      rights: 0,
    });
    expect(
      (
        await parent.put(`/groups/${id}`, {
          name: 'Web team',
          description: 'who keeps the shop open',
        })
      ).status,
    ).toBe(200);
    expect((await parent.get<Listed>('/groups?filter=shop')).body).toMatchObject({
      total: 1,
      items: [{ name: 'Web team' }],
    });
    expect((await parent.delete(`/groups/${id}`)).status).toBe(200);
    expect((await parent.get(`/groups/${id}`)).status).toBe(404);
  });

  it('has a unique name per owner, ignoring case, which other owners can use too', async () => {
    await makeGroup(parent, { name: 'Support' });
    expect(codeOf(await parent.post('/groups', { name: 'SUPPORT' }))).toEqual([409, 2002]);
    await makeGroup(otherUser, { name: 'Support' });
    await makeGroup(admin, { name: 'Support' });
  });

  it('can’t be created by a sub-account', async () => {
    expect(codeOf(await subAccount.post('/groups', { name: 'Mine' }))).toEqual([422, 2003]);
  });

  it('of another owner is not found, like a nonexistent one, in any call', async () => {
    const id = await makeGroup(parent, {
      members: [subAccount.userId],
      right: 'view',
      servers: [parentServer],
    });
    const right =
      ((await parent.get<Listed>(`/groups/${id}/rights`)).body.items[0]?.id as string) ?? '';
    const attemptsOn = (groupId: string, rightId: string): Promise<Answer>[] => [
      otherUser.get(`/groups/${groupId}`),
      otherUser.put(`/groups/${groupId}`, { name: 'Taken over', description: '' }),
      otherUser.delete(`/groups/${groupId}`),
      otherUser.get(`/groups/${groupId}/members`),
      otherUser.get(`/groups/${groupId}/candidates`),
      otherUser.post(`/groups/${groupId}/members`, { userIds: [otherUser.userId] }),
      otherUser.delete(`/groups/${groupId}/members/${subAccount.userId}`),
      otherUser.get(`/groups/${groupId}/rights`),
      otherUser.get(`/groups/${groupId}/objects?type=ot.server`),
      otherUser.post(`/groups/${groupId}/rights`, { type: 'ot.server', right: 'terminate' }),
      otherUser.put(`/groups/${groupId}/rights/${rightId}`, { right: 'terminate' }),
      otherUser.delete(`/groups/${groupId}/rights/${rightId}`),
    ];
    const unknownId = randomUUID();
    const [real, missing] = [
      await Promise.all(attemptsOn(id, right)),
      await Promise.all(attemptsOn(unknownId, randomUUID())),
    ];
    for (const [index, answer] of real.entries()) {
      expect(answer.status).toBe(404);
      expect(answer.text.replaceAll(id, unknownId)).toBe(missing[index]?.text);
    }
    expect((await parent.get(`/groups/${id}`)).body).toMatchObject({ members: 1, rights: 1 });
    expect(await names(otherUser)).toEqual(['Support']);
  });

  it('of a site can be created by its administrators, including for sub-sites, but not for other sites', async () => {
    await makeGroup(admin, { name: 'Of the site below', siteId: otherSiteId });
    expect(
      codeOf(await parent.post('/groups', { name: 'Elsewhere', siteId: otherSiteId })),
    ).toEqual([404, 1001]);
    expect(
      codeOf(await app.root.post('/groups', { name: 'Nowhere', siteId: randomUUID() })),
    ).toEqual([404, 1001]);
  });

  it('records every change in the activity log', async () => {
    const id = await makeGroup(parent, {
      members: [subAccount.userId],
      right: 'operate',
      servers: [parentServer],
    });
    const entries = await app.portal.services.database.db
      .selectFrom('audit_entry')
      .select(['operation', 'outcome', 'after'])
      .where('target_type', '=', 'group')
      .where('target_id', '=', id)
      .orderBy('id')
      .execute();
    const last = <T>(items: T[]) => items.at(-1);
    expect(entries.map((entry) => entry.operation)).toEqual([
      'createGroup',
      'addGroupMembers',
      'grantRight',
    ]);
    expect(last(entries)?.after).toMatchObject({
      type: 'ot.server',
      objectId: parentServer,
      right: 'operate',
    });
  });
});

describe('members', () => {
  it('of a parent account’s group are its sub-accounts only, and a list is added completely or not at all', async () => {
    const id = await makeGroup(parent, {});
    expect(
      codeOf(
        await parent.post(`/groups/${id}/members`, {
          userIds: [subAccount.userId, otherUser.userId],
        }),
      ),
    ).toEqual([422, 2004]);
    expect(
      codeOf(await parent.post(`/groups/${id}/members`, { userIds: [parent.userId] })),
    ).toEqual([422, 2004]);
    expect((await parent.get<Listed>(`/groups/${id}/members`)).body.total).toBe(0);
    expect((await parent.get<Listed>(`/groups/${id}/candidates`)).body.items).toMatchObject([
      { id: subAccount.userId, email: subAccount.email },
    ]);
    expect(
      (await parent.post(`/groups/${id}/members`, { userIds: [subAccount.userId] })).status,
    ).toBe(200);
    expect((await parent.get<Listed>(`/groups/${id}/members`)).body.items).toMatchObject([
      { id: subAccount.userId, problem: null },
    ]);
    expect((await parent.get<Listed>(`/groups/${id}/candidates`)).body.items).toEqual([]);
    expect((await parent.delete(`/groups/${id}/members/${subAccount.userId}`)).status).toBe(200);
    expect((await parent.delete(`/groups/${id}/members/${subAccount.userId}`)).status).toBe(404);
  });

  it('who are no longer eligible are shown with the reason', async () => {
    const second = await app.signInAs('user', { parentId: parent.userId });
    const id = await makeGroup(parent, { members: [second.userId] });
    await setAccount(app, second.userId, { parent_id: null });
    const [member] = (await parent.get<Listed>(`/groups/${id}/members`)).body.items;
    expect(member?.problem).toContain('sub-accounts');
  });

  it('of a site’s group are users of the site and its sub-sites', async () => {
    const otherGroup = await makeGroup(app.root, { siteId: otherSiteId });
    expect(
      codeOf(await app.root.post(`/groups/${otherGroup}/members`, { userIds: [otherUser.userId] })),
    ).toEqual([422, 2004]);
    const parentGroup = await makeGroup(admin, {});
    expect(
      (
        await admin.post(`/groups/${parentGroup}/members`, {
          userIds: [otherUser.userId, subAccount.userId],
        })
      ).status,
    ).toBe(200);
    expect(
      codeOf(await admin.post(`/groups/${parentGroup}/members`, { userIds: [app.root.userId] })),
    ).toEqual([422, 2004]);
  });
});

describe('a right', () => {
  it('can be granted on the parent account’s own resources only, not on those of sub-accounts, other accounts, or nonexistent ones', async () => {
    const id = await makeGroup(parent, { members: [subAccount.userId] });
    const otherUsersServer = await makeServer(otherUser);
    for (const objectId of [subAccountServer, otherUsersServer, randomUUID()]) {
      const answer = await parent.post(`/groups/${id}/rights`, {
        type: 'ot.server',
        objectIds: [parentServer, objectId],
        right: 'view',
      });
      expect(codeOf(answer)).toEqual([422, 2005]);
    }
    expect((await parent.get<Listed>(`/groups/${id}/rights`)).body.items).toEqual([]);
    expect(
      (await parent.get<Listed>(`/groups/${id}/objects?type=ot.server`)).body.items,
    ).toMatchObject([{ id: parentServer }]);
  });

  it('granted by a group can’t be passed on', async () => {
    const grandparent = await app.signInAs('user');
    const sharedServer = await makeServer(grandparent);
    const middle = await app.signInAs('user', { parentId: grandparent.userId });
    await makeGroup(grandparent, {
      members: [middle.userId],
      right: 'terminate',
      servers: [sharedServer],
    });
    await setAccount(app, middle.userId, { parent_id: null });
    const own = await makeGroup(middle, {});
    await setAccount(app, middle.userId, { parent_id: grandparent.userId });
    expect((await middle.get(`/servers/${sharedServer}`)).status).toBe(200);
    expect(
      codeOf(
        await middle.post(`/groups/${own}/rights`, {
          type: 'ot.server',
          objectIds: [sharedServer],
          right: 'view',
        }),
      ),
    ).toEqual([422, 2005]);
  });

  it('is changed by granting it again, and can be widened, narrowed and revoked', async () => {
    const id = await makeGroup(parent, { right: 'view', servers: [parentServer] });
    await grant(parent, id, 'manage', [parentServer]);
    const read = async () => (await parent.get<Listed>(`/groups/${id}/rights`)).body.items;
    const [right, ...others] = await read();
    expect(others).toEqual([]);
    expect(right).toMatchObject({
      right: 'manage',
      objectId: parentServer,
      problem: null,
      grantedBy: parent.email,
    });
    expect(
      (await parent.put(`/groups/${id}/rights/${right?.id}`, { right: 'operate' })).status,
    ).toBe(200);
    expect((await read())[0]?.right).toBe('operate');
    expect((await parent.delete(`/groups/${id}/rights/${right?.id}`)).status).toBe(200);
    expect(await read()).toEqual([]);
  });

  it('of another group can’t be accessed through the caller’s own group', async () => {
    const otherUsersGroup = await makeGroup(otherUser, { right: 'view' });
    const right = (await otherUser.get<Listed>(`/groups/${otherUsersGroup}/rights`)).body.items[0]
      ?.id;
    const own = await makeGroup(parent, {});
    expect(
      (await parent.put(`/groups/${own}/rights/${right}`, { right: 'terminate' })).status,
    ).toBe(404);
    expect((await parent.delete(`/groups/${own}/rights/${right}`)).status).toBe(404);
  });

  it('on an unsupported object type is rejected with the supported types', async () => {
    const id = await makeGroup(parent, {});
    const answer = await parent.post(`/groups/${id}/rights`, {
      type: 'ot.adobe.connector',
      right: 'view',
    });
    expect(codeOf(answer)).toEqual([422, 2005]);
    expect(answer.text).toContain('ot.server');
  });

  it('reports when its object belongs to another owner, without its name', async () => {
    const moved = await makeServer(parent, `moved-${randomUUID().slice(0, 8)}`);
    const id = await makeGroup(parent, { right: 'view', servers: [moved] });
    await app.portal.services.database.db
      .withTables<{ server: { id: string; owner_id: string } }>()
      .updateTable('server')
      .set({ owner_id: otherUser.userId })
      .where('id', '=', moved)
      .execute();
    const [right] = (await parent.get<Listed>(`/groups/${id}/rights`)).body.items;
    expect(right).toMatchObject({
      objectName: null,
      problem: expect.stringContaining('another owner'),
    });
  });

  it('can’t be granted, and a group can’t be created, by a locked account', async () => {
    const locked = await app.signInAs('user', { parentId: parent.userId });
    await setAccount(app, locked.userId, { is_parent_locked: true });
    expect(codeOf(await locked.post('/groups', { name: 'Locked' }))).toEqual([403, 2001]);
  });
});
