import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Right, rights } from '../../../../contract/access/rights.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { grant, makeGroup, makeServer, setAccount, waitForTask } from './testing/fixtures.ts';

let app: TestApp;
let parent: TestClient;
let subAccount: TestClient;
let sibling: TestClient;
let admin: TestClient;
let [first, second, third] = ['', '', ''];
let groupId = '';

beforeAll(async () => {
  app = await startTestApp();
  parent = await app.signInAs('user');
  subAccount = await app.signInAs('user', { parentId: parent.userId });
  sibling = await app.signInAs('user', { parentId: parent.userId });
  admin = await app.signInAs('siteAdmin');
  [first, second, third] = [
    await makeServer(parent, 'first-one'),
    await makeServer(parent, 'second-one'),
    await makeServer(parent, 'third-one'),
  ];
}, 60_000);
afterAll(() => app.close());

beforeEach(async () => {
  groupId = await makeGroup(parent, { members: [subAccount.userId] });
});
afterEach(async () => {
  await parent.delete(`/groups/${groupId}`);
});

interface Item {
  id: string;
  name: string;
  cost: unknown;
  obstacles: Record<string, string>;
  target: { id: string };
}
interface Page {
  items: Item[];
  total: number;
}
const codeOf = (answer: Answer) => [answer.status, answer.body.code?.[0]];
const idsOf = async (client: TestClient, path: string) =>
  (await client.get<Page>(path)).body.items.map((item) => item.id).sort();
const sharedServers = () => [first, second].sort();

describe('a sub-account with two servers granted by a group', () => {
  beforeEach(() => grant(parent, groupId, 'view', [first, second]));

  it('sees exactly those two in its list, with the right count, and its sibling sees none', async () => {
    const { items, total } = (await subAccount.get<Page>('/servers?size=0')).body;
    expect(items.map(({ id }) => id).sort()).toEqual(sharedServers());
    expect(total).toBe(2);
    expect((await subAccount.get<Page>('/servers?size=1')).body.total).toBe(2);
    expect((await subAccount.get<Page>('/servers?filter=third')).body.total).toBe(0);
    expect((await sibling.get<Page>('/servers')).body.total).toBe(0);
    expect((await parent.get<Page>('/servers')).body.total).toBe(3);
  });

  it('can read the two and their components, while the third is not found, like a nonexistent one', async () => {
    for (const suffix of [
      '',
      '/snapshots',
      '/statistics?range=1h',
      '/runtime',
      '/history',
      '/screenshot',
    ]) {
      expect((await subAccount.get(`/servers/${first}${suffix}`)).status, suffix).toBeLessThan(300);
      expect((await subAccount.get(`/servers/${third}${suffix}`)).status, suffix).toBe(404);
      expect((await sibling.get(`/servers/${first}${suffix}`)).status, suffix).toBe(404);
    }
  });

  it('does not see their cost, because the parent account pays', async () => {
    expect((await subAccount.get<Page>('/servers')).body.items.map(({ cost }) => cost)).toEqual([
      null,
      null,
    ]);
    expect((await parent.get<Page>('/servers')).body.items[0]?.cost).not.toBeNull();
    expect(codeOf(await subAccount.get(`/servers/${first}/cost`))).toEqual([403, 2000]);
    expect((await parent.get(`/servers/${first}/cost`)).status).toBe(200);
  });

  it('exports exactly those two', async () => {
    const lines = (await subAccount.get('/servers/csv')).text.trim().split('\r\n');
    expect(
      lines
        .slice(1)
        .map((line) => line.split(',')[0])
        .sort(),
    ).toEqual(sharedServers());
  });

  it('counts exactly those two on its dashboard', async () => {
    expect((await subAccount.get('/dashboard')).body).toMatchObject({
      servers: { total: 2, on: 2 },
    });
    expect((await sibling.get('/dashboard')).body).toMatchObject({ servers: { total: 0 } });
  });

  it('sees the tasks of those two in the queue, and none of the third', async () => {
    const { items } = (await subAccount.get<Page>('/queue?size=0')).body;
    expect([...new Set(items.map(({ target }) => target.id))].sort()).toEqual(sharedServers());
    const all = (await parent.get<Page>('/queue?size=0')).body.items;
    const entryIdOf = (serverId: string) => all.find(({ target }) => target.id === serverId)?.id;
    expect((await subAccount.get(`/queue/command/${entryIdOf(first)}`)).status).toBe(200);
    expect((await subAccount.get(`/queue/command/${entryIdOf(third)}`)).status).toBe(404);
    expect((await sibling.get(`/queue/command/${entryIdOf(first)}`)).status).toBe(404);
  });

  it('receives live events of those two and their tasks, and none of the third', async () => {
    const { db } = app.portal.services.database;
    const eventOn = (id: string) => ({
      topic: 'server',
      id,
      siteId: app.siteId,
      ownerId: parent.userId,
    });
    const task = (target: string, id: string) => ({
      ...eventOn(id),
      topic: 'task',
      data: { targetType: 'server', targetId: target },
    });
    const streamText = await readStream(subAccount, 'the-last', async () => {
      for (const event of [
        eventOn(first),
        eventOn(third),
        task(second, '77001'),
        task(third, '77002'),
      ])
        await announce(db, event);
      await announce(db, { topic: 'notice', id: 'the-last' });
    });
    expect(streamText).toContain(first);
    expect(streamText).toContain('77001');
    expect(streamText).not.toContain(`{"id":"${third}`);
    expect(streamText).not.toContain('77002');
  });

  it('is notified of new grants on its open stream, and receives nothing after they are revoked', async () => {
    const { db } = app.portal.services.database;
    const eventOn = (id: string) => ({
      topic: 'server',
      id,
      siteId: app.siteId,
      ownerId: parent.userId,
      data: { state: 'on' },
    });
    const right = (await parent.get<Page>(`/groups/${groupId}/rights`)).body.items.find(
      (item) => (item as unknown as { objectId: string }).objectId === first,
    );
    const streamText = await readStream(subAccount, 'the-last', async () => {
      await grant(parent, groupId, 'view', [third]);
      await announce(db, eventOn(third));
      await parent.delete(`/groups/${groupId}/rights/${right?.id}`);
      await announce(db, eventOn(first));
      await announce(db, { topic: 'notice', id: 'the-last' });
    });
    expect(streamText).toContain('event: resync');
    expect(streamText).toContain(third);
    expect(streamText).not.toContain(first);
  });

  it('loses access at the next call when the right, the membership or the group is deleted, or it leaves its parent account', async () => {
    const visibleCount = async () => (await subAccount.get<Page>('/servers')).body.total;
    const [right] = (await parent.get<Page>(`/groups/${groupId}/rights`)).body.items;
    await parent.delete(`/groups/${groupId}/rights/${right?.id}`);
    expect(await visibleCount()).toBe(1);
    await parent.delete(`/groups/${groupId}/members/${subAccount.userId}`);
    expect(await visibleCount()).toBe(0);
    await parent.post(`/groups/${groupId}/members`, { userIds: [subAccount.userId] });
    expect(await visibleCount()).toBe(1);
    await setAccount(app, subAccount.userId, { parent_id: null });
    expect(await visibleCount()).toBe(0);
    await setAccount(app, subAccount.userId, { parent_id: parent.userId });
    expect(await visibleCount()).toBe(1);
    await parent.delete(`/groups/${groupId}`);
    expect(await visibleCount()).toBe(0);
    expect((await subAccount.get(`/servers/${second}`)).status).toBe(404);
  });

  it('loses access to a server its parent account no longer owns', async () => {
    const insertServer = (ownerId: string) =>
      app.portal.services.database.db
        .withTables<{ server: { id: string; owner_id: string } }>()
        .updateTable('server')
        .set({ owner_id: ownerId })
        .where('id', '=', first)
        .execute();
    await insertServer(sibling.userId);
    expect(await idsOf(subAccount, '/servers')).toEqual([second]);
    expect((await subAccount.get(`/servers/${first}`)).status).toBe(404);
    await insertServer(parent.userId);
    expect(await idsOf(subAccount, '/servers')).toEqual(sharedServers());
  });
});

/** Which calls require which right, each on a server whose state allows the call. */
const calls: [
  right: Right,
  call: (client: TestClient, id: string) => Promise<Answer<{ cmdId?: unknown }>>,
][] = [
  ['view', (client, id) => client.get(`/servers/${id}`)],
  ['operate', (client, id) => client.post(`/servers/${id}/console`, { kind: 'vnc' })],
  ['operate', (client, id) => client.post(`/servers/${id}/snapshots`, { name: 'before' })],
  ['operate', (client, id) => client.put(`/servers/${id}/power`, { state: 'off', force: true })],
  [
    'manage',
    (client, id) =>
      client.put(`/servers/${id}/name`, { name: `named-${Math.trunc(performance.now())}` }),
  ],
  ['manage', (client, id) => client.put(`/servers/${id}/tags`, { tags: ['a'] })],
  ['manage', (client, id) => client.put(`/servers/${id}/billing`, { backup: true })],
  [
    'manage',
    (client, id) => client.put(`/servers/${id}/size`, { cpuType: 'B', cores: 2, ramMb: 1024 }),
  ],
  ['manage', (client, id) => client.post(`/servers/${id}/disks`, { sizeGb: 20 })],
  ['manage', (client, id) => client.post(`/servers/${id}/nics`, { networkId: 'auto' })],
  [
    'manage',
    (client, id) => client.put(`/servers/${id}/password`, { password: 'Another_Password_1' }),
  ],
  ['manage', (client, id) => client.get(`/servers/${id}/clone/options`)],
  ['terminate', (client, id) => client.delete(`/servers/${id}`)],
];

describe('a right on a server', () => {
  it.each(rights)(
    'to %s allows its actions and lower ones, and rejects all others with the missing right',
    async (level) => {
      await grant(parent, groupId, level, [first]);
      for (const [requiredRight, call] of calls) {
        if (requiredRight === 'terminate' && level === 'terminate') continue;
        const answer = await call(subAccount, first);
        const isLessOrSame = rights.indexOf(requiredRight) <= rights.indexOf(level);
        if (isLessOrSame)
          expect(answer.status, `${requiredRight}: ${answer.text}`).not.toBeOneOf([401, 403, 404]);
        else expect(codeOf(answer), requiredRight).toEqual([403, 2000]);
        if (!isLessOrSame) expect(answer.text).toContain(`the permission ${requiredRight}`);
        if (typeof answer.body.cmdId === 'number') await waitForTask(parent, answer.body.cmdId);
      }
      const on = await parent.put<{ cmdId: number }>(`/servers/${first}/power`, { state: 'on' });
      if (on.status === 200) await waitForTask(parent, on.body.cmdId);
    },
  );

  it('is reflected in each action: disallowed actions include the reason', async () => {
    await grant(parent, groupId, 'operate', [first]);
    const [row] = (await subAccount.get<Page>('/servers')).body.items;
    expect(row?.obstacles).toMatchObject({ rename: 'rightMissing', terminate: 'rightMissing' });
    expect(row?.obstacles).not.toHaveProperty('stop');
    const detail = (
      await subAccount.get<{ disks: { actions: { grow: string } }[] }>(`/servers/${first}`)
    ).body;
    expect(detail.disks[0]?.actions.grow).toContain('the permission manage');
  });

  it('to view does not allow bulk actions, whose results include the reason and no names of other users’ servers', async () => {
    await grant(parent, groupId, 'view', [first]);
    const answer = await subAccount.put<{
      results: { name: string | null; error: { code: number } }[];
    }>('/servers/terminate', {
      ids: [first, second],
    });
    expect(answer.body.results.map(({ name, error }) => [name !== null, error.code])).toEqual([
      [true, 2000],
      [false, 1001],
    ]);
  });

  it('to terminate allows the sub-account to terminate and restore', async () => {
    const doomed = await makeServer(parent);
    await grant(parent, groupId, 'terminate', [doomed]);
    const deletion = await subAccount.delete<{ cmdId: number }>(`/servers/${doomed}`);
    await waitForTask(subAccount, deletion.body.cmdId);
    expect(await idsOf(subAccount, '/servers?bin=true')).toEqual([doomed]);
    await waitForTask(
      subAccount,
      (await subAccount.put<{ cmdId: number }>(`/servers/${doomed}/restore`)).body.cmdId,
    );
    await waitForTask(
      parent,
      (await parent.delete<{ cmdId: number }>(`/servers/${doomed}`)).body.cmdId,
    );
    await waitForTask(
      parent,
      (await parent.delete<{ cmdId: number }>(`/servers/${doomed}/bin`)).body.cmdId,
    );
  });

  it('to view does not allow stopping a task, to operate does, and the reason is shown', async () => {
    const task = async () => {
      const { items } = (
        await subAccount.get<{ items: { id: number; actions: { cancel: { reason: string } } }[] }>(
          `/queue?targetId=${first}`,
        )
      ).body;
      return items[0];
    };
    await grant(parent, groupId, 'view', [first]);
    const taskItem = await task();
    expect(taskItem?.actions.cancel.reason).toContain('the permission operate');
    expect(codeOf(await subAccount.post(`/queue/command/${taskItem?.id}/cancel`))).toEqual([
      403, 2000,
    ]);
    await grant(parent, groupId, 'operate', [first]);
    expect(codeOf(await subAccount.post(`/queue/command/${taskItem?.id}/cancel`))[1]).toBe(1050);
  });

  it('is the widest when several groups grant it', async () => {
    const more = await makeGroup(parent, {
      members: [subAccount.userId],
      right: 'manage',
      servers: [first],
    });
    await grant(parent, groupId, 'view', [first]);
    expect((await subAccount.put(`/servers/${first}/tags`, { tags: ['b'] })).status).toBe(200);
    await parent.delete(`/groups/${more}`);
    expect(codeOf(await subAccount.put(`/servers/${first}/tags`, { tags: ['c'] }))).toEqual([
      403, 2000,
    ]);
  });
});

describe('a right on all servers', () => {
  it('of a parent account applies to everything it owns, now and later, but to nothing of its other sub-accounts', async () => {
    await grant(parent, groupId, 'view');
    const siblingServer = await makeServer(sibling);
    expect(await idsOf(subAccount, '/servers?size=0')).toEqual([first, second, third].sort());
    const later = await makeServer(parent);
    expect((await subAccount.get(`/servers/${later}`)).status).toBe(200);
    expect((await subAccount.get(`/servers/${siblingServer}`)).status).toBe(404);
    expect(codeOf(await subAccount.put(`/servers/${first}/tags`, { tags: [] }))).toEqual([
      403, 2000,
    ]);
    for (const id of [later])
      await waitForTask(
        parent,
        (await parent.delete<{ cmdId: number }>(`/servers/${id}`)).body.cmdId,
      );
    await waitForTask(
      sibling,
      (await sibling.delete<{ cmdId: number }>(`/servers/${siblingServer}`)).body.cmdId,
    );
  });

  it('of a site applies to resources of the site and its sub-sites, but not of other sites', async () => {
    const subSite = await app.makeSite('Below');
    const db = app.portal.services.database.db.withTables<{
      server: { id: string; site_id: string };
    }>();
    await db.updateTable('server').set({ site_id: subSite }).where('id', '=', third).execute();
    const otherUser = await app.signInAs('user');
    const wholeGroup = await makeGroup(admin, { members: [otherUser.userId], right: 'view' });
    expect(await idsOf(otherUser, '/servers?size=0')).toEqual([first, second, third].sort());
    await admin.delete(`/groups/${wholeGroup}`);
    const siblingSite = await app.makeSite('Beside');
    const otherGroup = await makeGroup(app.root, { siteId: siblingSite, right: 'view' });
    await db
      .withTables<{ user_group_member: { group_id: string; user_id: string } }>()
      .insertInto('user_group_member')
      .values({ group_id: otherGroup, user_id: otherUser.userId })
      .execute();
    expect(await idsOf(otherUser, '/servers')).toEqual([]);
    await db.updateTable('server').set({ site_id: app.siteId }).where('id', '=', third).execute();
  });
});

describe('a sub-account locked by its parent account', () => {
  beforeEach(() => setAccount(app, subAccount.userId, { is_parent_locked: true }));
  afterEach(() => setAccount(app, subAccount.userId, { is_parent_locked: false }));

  it('sees its own and granted resources, and can’t change anything', async () => {
    await setAccount(app, subAccount.userId, { is_parent_locked: false });
    const own = await makeServer(subAccount);
    await grant(parent, groupId, 'terminate', [first]);
    await setAccount(app, subAccount.userId, { is_parent_locked: true });
    expect(await idsOf(subAccount, '/servers')).toEqual([own, first].sort());
    for (const id of [own, first]) {
      expect((await subAccount.get(`/servers/${id}`)).status).toBe(200);
      for (const [requiredRight, call] of calls) {
        if (requiredRight === 'view') continue;
        const answer = await call(subAccount, id);
        expect(answer.status, answer.text).toBe(403);
      }
    }
    const row = (await subAccount.get<Page>('/servers')).body.items.find(({ id }) => id === own);
    expect(row?.obstacles.stop).toBe('lockedByParent');
    const options = (
      await parent.get<{ datacenterId: string; images: { id: string }[] }>(
        '/servers/create/options',
      )
    ).body;
    const request = {
      datacenterId: options.datacenterId,
      imageId: options.images[0]?.id,
      name: 'not-made',
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
    };
    const more = {
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Server_Password_1',
    };
    expect((await subAccount.post('/servers', { ...request, ...more })).status).toBe(403);
  });
});

describe('a console', () => {
  const open = (path: string) => new WebSocket(`${app.address.replace('http', 'ws')}${path}`);
  const closing = (socket: WebSocket) =>
    new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));

  beforeEach(async () => {
    await grant(parent, groupId, 'operate', [second]);
  });
  const ticket = async () =>
    (await subAccount.post<{ path: string }>(`/servers/${second}/console`, { kind: 'serial' })).body
      .path;

  it('of a granted server opens, and closes when the right is revoked', async () => {
    const { events } = app.portal.services;
    const before = events.listenerCount;
    const socket = open(await ticket());
    const closed = closing(socket);
    await vi.waitFor(() => expect(events.listenerCount).toBe(before + 1), { timeout: 15_000 });
    const [right] = (await parent.get<Page>(`/groups/${groupId}/rights`)).body.items;
    await parent.put(`/groups/${groupId}/rights/${right?.id}`, { right: 'view' });
    expect(await closed).toBe(4403);
  });

  it('does not open with a ticket whose right has been revoked', async () => {
    const path = await ticket();
    await parent.delete(`/groups/${groupId}`);
    expect(await closing(open(path))).toBe(4404);
  });

  it('does not open with a ticket of a user who has been disabled', async () => {
    const path = await ticket();
    await setAccount(app, subAccount.userId, { is_enabled: false });
    expect(await closing(open(path))).toBe(4401);
    await setAccount(app, subAccount.userId, { is_enabled: true });
  });
});

/** Reads a live stream until it contains the text. Returns everything read. */
async function readStream(
  client: TestClient,
  until: string,
  onOpen: () => Promise<void>,
): Promise<string> {
  const stop = new AbortController();
  const response = await fetch(`${app.address}/svc/events`, {
    headers: { cookie: client.cookie },
    signal: stop.signal,
  });
  const decoder = new TextDecoder();
  let streamText = '';
  let opened: Promise<void> | null = null;
  for await (const chunk of response.body ?? []) {
    streamText += decoder.decode(chunk as Uint8Array, { stream: true });
    if (opened === null && streamText.includes('event: hello')) opened = onOpen();
    if (streamText.includes(until)) break;
  }
  await opened;
  stop.abort();
  return streamText;
}
