import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { setNameServers } from './hosts/hostnameVerification.ts';
import { clientAt } from './testing/hostClient.ts';
import { type NameServer, startNameServer } from './testing/nameServer.ts';

let app: TestApp;
let names: NameServer;
let reseller: { id: string; admin: TestClient; user: TestClient };
let sub: { id: string };
let sibling: { id: string; admin: TestClient };

const body = {
  systemName: 'Example Cloud',
  languages: ['en', 'he'],
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
};
const make = async (client: TestClient, name: string, parentId?: string): Promise<string> => {
  const answer = await client.post<{ id: string }>('/sites', {
    ...body,
    name,
    ...(parentId ? { parentId } : {}),
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
};
/**
 * Gives a site its own hostname, so that its users can sign in. Without one, every hostname leads
 * to the root site.
 */
const addHost = async (id: string, host: string): Promise<void> => {
  expect((await app.root.post(`/sites/${id}/hosts`, { host })).status).toBe(200);
};
const signInAt = async (
  siteId: string,
  host: string,
  role: 'siteAdmin' | 'user',
): Promise<TestClient> => {
  const created = await app.signInAs(role, { siteId });
  const client = clientAt(app.address, host);
  await client.signIn(created.email, testPassword);
  expect(client.userId).not.toBe('');
  return client;
};

beforeAll(async () => {
  app = await startTestApp();
  names = await startNameServer();
  setNameServers([names.address]);
  const id = await make(app.root, 'Reseller');
  await addHost(id, 'cloud.reseller.test');
  reseller = {
    id,
    admin: await signInAt(id, 'cloud.reseller.test', 'siteAdmin'),
    user: await signInAt(id, 'cloud.reseller.test', 'user'),
  };
  sub = { id: await make(reseller.admin, 'Below the reseller') };
  const siblingId = await make(app.root, 'Sibling');
  await addHost(siblingId, 'cloud.sibling.test');
  sibling = { id: siblingId, admin: await signInAt(siblingId, 'cloud.sibling.test', 'siteAdmin') };
});
afterAll(async () => {
  setNameServers(null);
  await names.close();
  await app.close();
});
afterEach(() => shiftClock(0));

const codeOf = (answer: { body: { code?: number[] } }) => answer.body.code?.[0];
type Rows = {
  items: { id: string; name: string; depth: number; parentId: string | null; status: string }[];
  total: number;
};

describe('the site tree', () => {
  it('is listed from the top, with each site directly below its parent', async () => {
    const { items } = (await app.root.get<Rows>('/sites?size=0')).body;
    expect(items.map(({ name, depth }) => [name, depth])).toEqual([
      ['Root', 0],
      ['Reseller', 1],
      ['Below the reseller', 2],
      ['Sibling', 1],
    ]);
  });

  it('starts at an administrator’s own site, and doesn’t show those above', async () => {
    const { items, total } = (await reseller.admin.get<Rows>('/sites?size=0')).body;
    expect(items.map(({ name, depth }) => [name, depth])).toEqual([
      ['Reseller', 0],
      ['Below the reseller', 1],
    ]);
    expect(total).toBe(2);
    expect(items[0]?.parentId).toBeNull();
  });

  it('can be filtered by name, hostname and state', async () => {
    expect(
      (await app.root.get<Rows>('/sites?filter=sibling.test')).body.items.map(({ name }) => name),
    ).toEqual(['Sibling']);
    expect((await app.root.get<Rows>('/sites?status=suspended')).body.items).toEqual([]);
    expect((await app.root.get<Rows>('/sites?sorting=-name')).body.items[0]?.name).toBe('Sibling');
  });

  it('returns a site by hostname and by ID', async () => {
    const [byHost, byId] = [
      await app.root.get('/sites/cloud.reseller.test'),
      await app.root.get(`/sites/${reseller.id}`),
    ];
    expect(byHost.body).toEqual(byId.body);
    expect(byHost.body).toMatchObject({
      name: 'Reseller',
      siteHost: 'cloud.reseller.test',
      parentName: 'Root',
    });
    expect((await reseller.admin.get(`/sites/${reseller.id}`)).body).toMatchObject({
      name: 'Reseller',
      parentName: null,
    });
  });
});

describe('access to sites', () => {
  const look = {
    primaryColor: '#112233',
    tagColor: '#112233',
    borderRadius: 1,
    fontSize: 14,
    viewMode: 'Full',
    logo: null,
    favicon: null,
    menu: {},
  };
  const settings = {
    ...body,
    name: 'Taken over',
    copyright: '',
    mailSender: '',
    signUp: 2,
    requiresEmailValidation: true,
  };
  const page = {
    title: { en: 'x' },
    section: 'support',
    icon: 'world',
    kind: 'html',
    url: '',
    html: 'x',
    isEnabled: true,
  };
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['GET', '/settings'],
    ['PUT', '/settings', settings],
    ['POST', '/hosts', { host: 'new.example.test' }],
    ['POST', '/hosts/check', { host: 'new.example.test' }],
    ['DELETE', '/hosts/cloud.sibling.test'],
    ['POST', '/suspend'],
    ['POST', '/resume'],
    ['GET', '/remoteLogin'],
    ['PUT', '/remoteLogin', { remoteWebAccess: true, remoteIps: [] }],
    ['POST', '/remoteToken'],
    ['GET', '/externalPages'],
    ['POST', '/externalPages', page],
    ['PUT', `/externalPages/${randomUUID()}`, page],
    ['DELETE', `/externalPages/${randomUUID()}`],
    ['GET', '/contents'],
    ['GET', '/contents/login/en'],
    ['PUT', '/contents/login/en', { body: 'x' }],
    ['GET', '/look'],
    ['POST', '/look', { look, note: '' }],
    ['POST', '/look/rollBack', { version: 1 }],
    ['POST', '/pictures', { content: 'AAAA' }],
    ['GET', `/pictures/${randomUUID()}`],
    ['GET', '/mailPreview?primaryColor=%23112233&borderRadius=0&scheme=light&language=en'],
    ['GET', '/siteAdmins'],
    ['POST', '/siteAdmins', { email: 'intruder@example.test' }],
  ];

  it.each(calls)(
    '%s %s: a sibling and the site above aren’t found, like a site that doesn’t exist',
    async (method, path, sent) => {
      const before = await app.root.get(`/sites/${sibling.id}/settings`);
      const unknownId = randomUUID();
      const normalized = (answer: { status: number; text: string }, id: string) => [
        answer.status,
        answer.text.replaceAll(id, 'ID'),
      ];
      const missing = normalized(
        await reseller.admin.call(method, `/sites/${unknownId}${path}`, sent),
        unknownId,
      );
      expect(missing[0]).toBe(404);
      for (const id of [sibling.id, app.siteId, 'cloud.sibling.test'])
        expect(
          normalized(await reseller.admin.call(method, `/sites/${id}${path}`, sent), id),
        ).toEqual(missing);
      expect((await app.root.get(`/sites/${sibling.id}/settings`)).body).toEqual(before.body);
    },
  );

  it('a site can’t be created below another user’s site', async () => {
    for (const parentId of [sibling.id, app.siteId, randomUUID()]) {
      const answer = await reseller.admin.post('/sites', { ...body, name: 'Stolen', parentId });
      expect(answer.status).toBe(404);
    }
    expect((await app.root.get<Rows>('/sites?filter=Stolen')).body.total).toBe(0);
  });

  it('customers can’t see any sites', async () => {
    expect((await reseller.user.get('/sites')).status).toBe(403);
    expect((await reseller.user.get(`/sites/${reseller.id}`)).status).toBe(403);
  });

  it('fields that aren’t offered are rejected', async () => {
    for (const extra of [
      'status',
      'path',
      'parentId',
      'hosts',
      'remote_token_hash',
      'isRootOrAdmin',
      'look_version',
    ])
      expect(
        (await reseller.admin.put(`/sites/${reseller.id}/settings`, { ...settings, [extra]: 'x' }))
          .status,
      ).toBe(400);
  });

  it('an administrator can change their own site and those below', async () => {
    for (const id of [reseller.id, sub.id]) {
      const read = await reseller.admin.get<Record<string, unknown>>(`/sites/${id}/settings`);
      const { hosts: _hosts, hostsProblem: _problem, ...own } = read.body;
      expect(
        (
          await reseller.admin.put(`/sites/${id}/settings`, {
            ...own,
            copyright: '© Reseller',
            signUp: 1,
          })
        ).status,
      ).toBe(200);
      expect((await reseller.admin.get(`/sites/${id}/settings`)).body).toMatchObject({
        copyright: '© Reseller',
        signUp: 1,
      });
    }
  });

  it.each([
    ['languages', []],
    ['languages', ['en', 'en']],
    ['currency', 'euro'],
    ['timeZone', 'Mars/Olympus'],
    ['mailSender', 'nobody'],
    ['mailSender', 'A <a@b.cd>\r\nBcc: x@y.zz'],
    ['signUp', 3],
    ['name', 'x'],
  ])('rejects %s %j, naming the field', async (field, value) => {
    const answer = await reseller.admin.put(`/sites/${reseller.id}/settings`, {
      ...settings,
      [field]: value,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.[0]?.key).toMatch(new RegExp(`^${field}`));
  });
});

describe('hostnames', () => {
  const claim = (client: TestClient, id: string, host: string) =>
    client.post<{ state: number; record: string; value: string }>(`/sites/${id}/hosts`, { host });
  const check = (client: TestClient, id: string, host: string) =>
    client.post(`/sites/${id}/hosts/check`, { host });

  it('can be checked for availability', async () => {
    const stateOf = async (host: string) =>
      (await reseller.admin.get<{ state: number }>(`/hostState?host=${encodeURIComponent(host)}`))
        .body.state;
    expect(await stateOf('free.example.test')).toBe(1);
    expect(await stateOf('cloud.sibling.test')).toBe(2);
    expect(await stateOf('10.0.0.1')).toBe(3);
  });

  it('require DNS verification, and respond afterwards', async () => {
    const host = 'proved.example.test';
    const { body: claimed } = await claim(reseller.admin, reseller.id, host);
    expect(claimed).toMatchObject({ state: 4, record: `_cloudberth.${host}` });
    const rejected = await check(reseller.admin, reseller.id, host);
    expect(codeOf(rejected)).toBe(2104);
    expect(rejected.body.errors?.[0]?.info).toContain(claimed.value);
    expect(codeOf(await check(reseller.admin, reseller.id, host))).toBe(1008);
    names.records.set(`_cloudberth.${host}`, ['v=spf1 -all', 'cloudberth-site=wrong']);
    shiftClock(5_000);
    expect(codeOf(await check(reseller.admin, reseller.id, host))).toBe(2104);
    names.records.set(`_cloudberth.${host}`, ['v=spf1 -all', claimed.value]);
    shiftClock(10_000);
    expect((await check(reseller.admin, reseller.id, host)).body).toMatchObject({
      state: 2,
      provedBy: 'dns',
      lapsedAt: null,
      record: `_cloudberth.${host}`,
    });
    const answer = await clientAt(app.address, host).get<{ systemName: string }>('/loginCheck');
    expect(answer.body.systemName).toBe('Example Cloud');
  });

  it('that were removed need to be verified again, even by the same site', async () => {
    const host = 'released.example.test';
    const { body: first } = await claim(reseller.admin, reseller.id, host);
    names.records.set(`_cloudberth.${host}`, [first.value]);
    expect((await check(reseller.admin, reseller.id, host)).status).toBe(200);
    expect((await reseller.admin.delete(`/sites/${reseller.id}/hosts/${host}`)).status).toBe(200);
    for (const [client, id] of [
      [reseller.admin, reseller.id],
      [sibling.admin, sibling.id],
    ] as const) {
      const { body: second } = await claim(client, id, host);
      expect(second.state).toBe(4);
      expect(second.value).not.toBe(first.value);
      expect(codeOf(await check(client, id, host))).toBe(2104);
    }
  });

  it('requested by several sites belong to the one that verifies them', async () => {
    const host = 'wanted.example.test';
    const mine = await claim(reseller.admin, reseller.id, host);
    const siblingHost = await claim(sibling.admin, sibling.id, host);
    names.records.set(`_cloudberth.${host}`, [mine.body.value, siblingHost.body.value]);
    const answers = await Promise.all([
      check(reseller.admin, reseller.id, host),
      check(sibling.admin, sibling.id, host),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(codeOf(await claim(app.root, sub.id, host))).toBe(2103);
  });

  it('of another site are rejected, and so are invalid ones', async () => {
    expect(codeOf(await claim(reseller.admin, reseller.id, 'cloud.sibling.test'))).toBe(2103);
    for (const host of ['localhost', '10.0.0.1', 'a b.example', 'https://x.example'])
      expect(codeOf(await claim(reseller.admin, reseller.id, host))).toBe(2102);
  });

  it('can’t be removed by a caller who is using them', async () => {
    const answer = await reseller.admin.delete(`/sites/${reseller.id}/hosts/cloud.reseller.test`);
    expect(codeOf(answer)).toBe(2105);
    expect((await reseller.admin.get('/user')).status).toBe(200);
  });

  it('don’t share sessions and tokens', async () => {
    const otherSiteClient = clientAt(app.address, 'cloud.sibling.test');
    otherSiteClient.cookie = reseller.admin.cookie;
    otherSiteClient.token = reseller.admin.token;
    expect(await otherSiteClient.get('/user')).toMatchObject({ status: 401, body: { code: [20] } });
  });
});

describe('an unassigned hostname', () => {
  it('returns 421 once any site has a hostname, while this machine can still use the IP address', async () => {
    const unknown = clientAt(app.address, 'unknown.example.test');
    expect((await unknown.get('/loginCheck')).status).toBe(421);
    expect(
      codeOf(await unknown.post('/login', { email: app.root.email, password: testPassword })),
    ).toBe(2101);
    expect((await unknown.get('/health')).status).toBe(421);
    expect((await app.root.get('/user')).status).toBe(200);
    await addHost(app.siteId, 'portal.example.test');
    try {
      await expect
        .poll(
          async () =>
            (await clientAt(app.address, 'PORTAL.example.test:8080').get('/loginCheck')).status,
        )
        .toBe(200);
      expect((await clientAt(app.address, 'cloud.reseller.test').get('/loginCheck')).status).toBe(
        200,
      );
      const hostnameClient = clientAt(app.address, 'portal.example.test');
      await hostnameClient.signIn(app.root.email, testPassword);
      expect(
        codeOf(await hostnameClient.delete(`/sites/${app.siteId}/hosts/portal.example.test`)),
      ).toBe(2105);
    } finally {
      expect((await app.root.delete(`/sites/${app.siteId}/hosts/portal.example.test`)).status).toBe(
        200,
      );
    }
  });

  it('leads to the root site while no site has a hostname, and setting the first one locks no one out', async () => {
    const otherApp = await startTestApp();
    try {
      const subSite = await otherApp.makeSite('Below');
      const hostnameClient = clientAt(otherApp.address, 'portal.example.test');
      await hostnameClient.signIn(otherApp.root.email, testPassword);
      expect(
        codeOf(
          await hostnameClient.post(`/sites/${otherApp.siteId}/hosts`, {
            host: 'other.example.test',
          }),
        ),
      ).toBe(2105);
      expect(
        codeOf(
          await hostnameClient.post(`/sites/${subSite}/hosts`, { host: 'below.example.test' }),
        ),
      ).toBe(2105);
      expect(
        (
          await hostnameClient.post(`/sites/${otherApp.siteId}/hosts`, {
            host: 'portal.example.test',
          })
        ).status,
      ).toBe(200);
      expect(
        (await hostnameClient.post(`/sites/${subSite}/hosts`, { host: 'below.example.test' }))
          .status,
      ).toBe(200);
      await expect
        .poll(
          async () =>
            (await clientAt(otherApp.address, 'unknown.example.test').get('/loginCheck')).status,
        )
        .toBe(421);
      expect((await hostnameClient.get('/user')).status).toBe(200);
    } finally {
      await otherApp.close();
    }
  });
});

describe('suspending a site', () => {
  it('blocks everyone on the site and its sub-sites within a second, and no one else', async () => {
    await addHost(sub.id, 'below.reseller.test');
    const subSiteUser = await signInAt(sub.id, 'below.reseller.test', 'user');
    const answer = await app.root.post<{ sessionsEnded: number }>(`/sites/${reseller.id}/suspend`);
    expect(answer.body.sessionsEnded).toBeGreaterThanOrEqual(3);
    for (const client of [reseller.admin, reseller.user, subSiteUser]) {
      await expect
        .poll(async () => (await client.get('/user')).status, { timeout: 1_000 })
        .toBe(401);
      expect(codeOf(await client.get('/user'))).toBe(2100);
      const second = await client.post<{ userId?: string }>('/login', {
        email: client.email,
        password: testPassword,
      });
      expect(second.body.userId).toBeUndefined();
      expect(codeOf(second)).toBe(14);
    }
    expect((await sibling.admin.get('/user')).status).toBe(200);
    expect((await app.root.get<Rows>('/sites?filter=Below')).body.items[0]?.status).toBe(
      'suspendedAbove',
    );
    expect((await app.root.post(`/sites/${reseller.id}/resume`)).status).toBe(200);
    const { db } = app.portal.services.database;
    await db
      .updateTable('session')
      .set({ ended_at: null, end_reason: null })
      .where('end_reason', '=', 'disconnected')
      .execute();
    await expect
      .poll(async () => (await reseller.admin.get('/user')).status, { timeout: 1_000 })
      .toBe(200);
  });

  it('takes effect even if no event arrives', async () => {
    const { db } = app.portal.services.database;
    await db
      .updateTable('site')
      .set({ status: 'suspended' })
      .where('id', '=', sibling.id)
      .execute();
    await expect
      .poll(async () => (await sibling.admin.get('/user')).status, { timeout: 1_500 })
      .toBe(401);
    await db.updateTable('site').set({ status: 'active' }).where('id', '=', sibling.id).execute();
    await expect
      .poll(async () => (await sibling.admin.get('/user')).status, { timeout: 1_500 })
      .toBe(200);
  });

  it('is rejected for the root site and for one’s own', async () => {
    expect(codeOf(await app.root.post(`/sites/${app.siteId}/suspend`))).toBe(2107);
    expect(codeOf(await reseller.admin.post(`/sites/${reseller.id}/suspend`))).toBe(2107);
    expect(codeOf(await app.root.post(`/sites/${reseller.id}/resume`))).toBe(2107);
  });
});
