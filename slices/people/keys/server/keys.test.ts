import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { isKeySecret } from '../../../../server/platform/session/keySecret.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import {
  bearerClient,
  keyClient,
  makeKey,
  type TestKey,
} from '../../../../server/testing/keyClient.ts';

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
}, 60_000);
afterAll(() => app.close());
afterEach(() => shiftClock(0));

const codeOf = (answer: Answer) => [answer.status, answer.body.code?.[0]];
const reasons = (answer: Answer) => answer.body.errors?.map(({ code, key }) => [code, key]);
const clientFor = (key: TestKey) => keyClient(app.address, key);
const db = () => app.portal.services.database.db;
const setOwner = (client: TestClient, change: Record<string, unknown>) =>
  db().updateTable('user_account').set(change).where('id', '=', client.userId).execute();

describe('a new key', () => {
  it('shows its secret once, and only a keyed hash is stored', async () => {
    const key = await makeKey(owner, { name: 'once' });
    expect(key.clientId).toMatch(/^live-[a-z2-7]{20}$/);
    expect(isKeySecret(key.secret)).toBe(true);
    const { rows } = await sql<{
      row: string;
    }>`select api_key::text as row from api_key where client_id = ${key.clientId}`.execute(db());
    expect(rows[0]?.row).not.toContain(key.secret.slice(3));
    const response = await owner.get(`/apikeys/${key.clientId}`);
    expect(response.text).not.toContain(key.secret);
    const { rows: auditRows } = await sql<{
      text: string;
    }>`select string_agg(e::text, '') as text from audit_entry e`.execute(db());
    expect(auditRows[0]?.text).toContain(key.clientId);
    expect(auditRows[0]?.text).not.toContain(key.secret);
  });

  it('works without cookie and CSRF token, and records the time and origin of its last use', async () => {
    const key = await makeKey(owner, {});
    expect((await clientFor(key).get('/servers')).status).toBe(200);
    const { body } = await owner.get<{ lastUsedAt: string; lastIp: string; state: string }>(
      `/apikeys/${key.clientId}`,
    );
    expect(body).toMatchObject({
      state: 'active',
      lastIp: '127.0.0.1',
      lastUsedAt: expect.stringMatching(/^20/),
    });
  });

  it('has no more permissions than its owner, and is rejected with the missing one', async () => {
    const answer = await owner.post('/apikeys', {
      name: 'much',
      type: 'external',
      scopes: ['servers.view', 'hosts.view', 'users.manage', 'nonsense'],
    });
    expect(reasons(answer)).toEqual([
      [2709, 'scopes.1'],
      [2709, 'scopes.2'],
      [2709, 'scopes.3'],
    ]);
  });

  it.each([
    ['another account', { userId: '00000000-0000-4000-8000-000000000000' }, [[1000, 'userId']]],
    ['a past end', { expiresAt: '2020-01-01T00:00:00Z' }, [[2712, 'expiresAt']]],
    [
      'addresses that are none',
      { allowedIps: ['10.0.0.0/8', '300.1.1.1', '10.1'] },
      [
        [2713, 'allowedIps.1'],
        [2713, 'allowedIps.2'],
      ],
    ],
    ['no servers for a bound key', { type: 'server' }, [[2710, 'serverIds']]],
    [
      'servers of another owner',
      { type: 'server', serverIds: ['00000000-0000-4000-8000-000000000000'] },
      [[2710, 'serverIds.0']],
    ],
    [
      'servers for an unbound key',
      { serverIds: ['00000000-0000-4000-8000-000000000000'] },
      [[2710, 'serverIds']],
    ],
    ['a test key that is bound to servers', { type: 'billing', isTest: true }, [[2715, 'isTest']]],
    ['an empty rate', { ratePerMinute: 0 }, [[1000, 'ratePerMinute']]],
  ])('with %s is rejected, naming the field', async (_case, more, expected) => {
    const answer = await owner.post('/apikeys', { name: 'a key', type: 'external', ...more });
    expect(reasons(answer)).toEqual(expected);
  });

  it('counts toward the limit of fifty, even in concurrent requests', async () => {
    const customer = await app.signInAs('user');
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        customer.post('/apikeys', { name: 'many', type: 'billing' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter((answer) => codeOf(answer).join() === '409,2711')).toHaveLength(10);
  });

  it('can’t be created while acting for the account, or without step-up authentication', async () => {
    const user = await app.signInAs('user');
    shiftClock(10 * 60_000);
    expect(codeOf(await user.post('/apikeys', { name: 'late', type: 'external' }))).toEqual([
      403, 1800,
    ]);
  });
});

describe('an invalid secret', () => {
  it('gets the same response as a nonexistent key', async () => {
    const key = await makeKey(owner, {});
    const other = await makeKey(owner, {});
    const wrongSecret = await clientFor({ ...key, secret: other.secret }).get('/servers');
    const unknown = await clientFor({
      clientId: `live-${'a'.repeat(20)}`,
      secret: other.secret,
    }).get('/servers');
    const mistyped = await clientFor({ ...key, secret: `${key.secret.slice(0, -1)}!` }).get(
      '/servers',
    );
    for (const answer of [wrongSecret, unknown, mistyped])
      expect(answer).toMatchObject({ status: 401, body: { code: [2700] } });
    expect(wrongSecret.text).toBe(unknown.text);
  });

  it('is rejected with any cookie, and does not count against the key', async () => {
    const key = await makeKey(owner, { ratePerMinute: 2 });
    const other = await makeKey(owner, {});
    const answer = await owner.call('GET', '/servers', undefined, {
      AuthClientId: key.clientId,
      AuthSecret: other.secret,
    });
    expect(codeOf(answer)).toEqual([401, 2700]);
    for (let call = 0; call < 20; call++)
      await clientFor({ ...key, secret: other.secret }).get('/servers');
    expect((await clientFor(key).get('/servers')).status).toBe(200);
  });

  it('is not logged, so that anonymous callers can’t fill the log', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::integer as n from audit_entry`.execute(db()))
        .rows[0]?.n;
    const before = await count();
    await clientFor({ clientId: `live-${'b'.repeat(20)}`, secret: 'x' }).put('/servers/terminate', {
      ids: [owner.userId],
    });
    expect(await count()).toBe(before);
  });
});

describe('a key stops working immediately', () => {
  const authorize = async (key: TestKey) => codeOf(await clientFor(key).get('/servers'));

  it('when it is disabled, and works again when its owner enables it', async () => {
    const key = await makeKey(owner, {});
    await owner.put(`/apikeys/${key.clientId}/enabled`, { enabled: false });
    expect(await authorize(key)).toEqual([401, 2702]);
    await owner.put(`/apikeys/${key.clientId}/enabled`, { enabled: true });
    expect(await authorize(key)).toEqual([200, undefined]);
  });

  it('when it is deleted, and is removed from the list', async () => {
    const key = await makeKey(owner, { name: 'to be deleted' });
    expect((await owner.delete(`/apikeys/${key.clientId}`)).status).toBe(200);
    expect(await authorize(key)).toEqual([401, 2700]);
    expect((await owner.get<{ total: number }>('/apikeys?filter=to be deleted')).body.total).toBe(
      0,
    );
    expect((await owner.get(`/apikeys/${key.clientId}`)).status).toBe(404);
  });

  it('when it expires', async () => {
    const key = await makeKey(owner, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await authorize(key)).toEqual([200, undefined]);
    shiftClock(3_700_000);
    expect(await authorize(key)).toEqual([401, 2701]);
  });

  it.each([
    ['disabled', { is_enabled: false }],
    ['suspended for a policy violation', { account_state: 'Suspended-Policy' }],
    ['suspended for nonpayment', { account_state: 'Suspended-Billing' }],
    ['locked', { account_state: 'Locked' }],
    ['deleted', { deleted_at: new Date() }],
  ])('when its owner is %s', async (_case, change) => {
    const user = await app.signInAs('user');
    const key = await makeKey(user, {});
    expect(await authorize(key)).toEqual([200, undefined]);
    await setOwner(user, change);
    expect(await authorize(key)).toEqual([401, 2704]);
  });

  it('for calls that its owner can no longer make', async () => {
    const admin = await app.signInAs('siteAdmin');
    const key = await makeKey(admin, { scopes: ['log.view', 'servers.view'] });
    expect((await clientFor(key).get('/logView')).status).toBe(200);
    await setOwner(admin, { role: 'user' });
    expect(codeOf(await clientFor(key).get('/logView'))).toEqual([403, 1002]);
    expect((await clientFor(key).get('/servers')).status).toBe(200);
  });

  it('on other sites', async () => {
    const siteId = await app.makeSite('Elsewhere');
    const user = await app.signInAs('user');
    const key = await makeKey(user, {});
    await setOwner(user, { site_id: siteId });
    expect(await authorize(key)).toEqual([401, 2700]);
  });
});

describe('a rotated secret', () => {
  it('keeps the old one valid for the overlap period only', async () => {
    const key = await makeKey(owner, {});
    const { body } = await owner.post<TestKey & { previousUntil: string }>(
      `/apikeys/${key.clientId}/secret`,
      { overlapHours: 2 },
    );
    const rotatedKey = { clientId: key.clientId, secret: body.secret };
    expect((await clientFor(key).get('/servers')).status).toBe(200);
    expect((await clientFor(rotatedKey).get('/servers')).status).toBe(200);
    shiftClock(2 * 3_600_000 + 1000);
    expect(codeOf(await clientFor(key).get('/servers'))).toEqual([401, 2700]);
    expect((await clientFor(rotatedKey).get('/servers')).status).toBe(200);
  });

  it('without an overlap invalidates the old one immediately', async () => {
    const key = await makeKey(owner, {});
    await owner.post(`/apikeys/${key.clientId}/secret`, {});
    expect(codeOf(await clientFor(key).get('/servers'))).toEqual([401, 2700]);
  });

  it('requested 20 times concurrently leaves only the last two valid', async () => {
    const key = await makeKey(owner, { ratePerMinute: 6000 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        owner.post<TestKey>(`/apikeys/${key.clientId}/secret`, { overlapHours: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const alive = await Promise.all(
      [key.secret, ...answers.map(({ body }) => body.secret)].map(
        async (secret) =>
          (await clientFor({ clientId: key.clientId, secret }).get('/servers')).status,
      ),
    );
    expect(alive.filter((status) => status === 200)).toHaveLength(2);
  });

  it('is returned only to the owner: an administrator can disable and delete a key, but not take it over', async () => {
    const admin = await app.signInAs('siteAdmin');
    const key = await makeKey(owner, {});
    const path = `/apikeys/${key.clientId}`;
    expect(codeOf(await admin.post(`${path}/secret`, {}))).toEqual([403, 2714]);
    expect(codeOf(await admin.put(path, { name: 'mine' }))).toEqual([403, 2714]);
    expect((await admin.put(`${path}/enabled`, { enabled: false })).status).toBe(200);
    expect(codeOf(await admin.put(`${path}/enabled`, { enabled: true }))).toEqual([403, 2714]);
    expect((await admin.delete(path)).status).toBe(200);
  });
});

describe('other users’ keys', () => {
  it('are not found by other users, nor root’s keys by an administrator', async () => {
    const key = await makeKey(owner, {});
    const roots = await makeKey(app.root, {});
    const otherUser = await app.signInAs('user');
    const admin = await app.signInAs('siteAdmin');
    for (const [client, clientId] of [
      [otherUser, key.clientId],
      [admin, roots.clientId],
    ] as const) {
      for (const answer of [
        await client.get(`/apikeys/${clientId}`),
        await client.get(`/apikeys/${clientId}/uses`),
        await client.put(`/apikeys/${clientId}`, { name: 'x' }),
        await client.put(`/apikeys/${clientId}/enabled`, { enabled: false }),
        await client.delete(`/apikeys/${clientId}`),
      ])
        expect(codeOf(answer)).toEqual([404, 1001]);
    }
    expect((await otherUser.get<{ total: number }>('/apikeys')).body.total).toBe(0);
  });
});

describe('IP addresses', () => {
  it.each([
    [['127.0.0.0/8'], 200],
    [['127.0.0.1'], 200],
    [['10.0.0.0/8', '2001:db8::/32'], 403],
    [['::ffff:127.0.0.1'], 200],
  ])('of the ranges %o return %i', async (allowedIps, status) => {
    const key = await makeKey(owner, { allowedIps });
    expect((await clientFor(key).get('/servers')).status).toBe(status);
  });

  it('can’t be spoofed with headers unless the caller is a trusted proxy', async () => {
    const key = await makeKey(owner, { allowedIps: ['10.0.0.0/8'] });
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded'])
      expect(
        codeOf(await clientFor(key).call('GET', '/servers', undefined, { [header]: '10.1.2.3' })),
      ).toEqual([403, 2703]);
  });

  it('of the account apply to its keys without ranges of their own', async () => {
    const user = await app.signInAs('user');
    const key = await makeKey(user, {});
    const own = await makeKey(user, { allowedIps: ['127.0.0.1'] });
    await setOwner(user, { uses_allowed_ips: true });
    await sql`insert into user_allowed_ip (user_id, address) values (${user.userId}, '10.0.0.0/8')`.execute(
      db(),
    );
    expect(codeOf(await clientFor(key).get('/servers'))).toEqual([403, 2703]);
    expect((await clientFor(own).get('/servers')).status).toBe(200);
  });
});

describe('the rate limit of a key', () => {
  it('is exact under concurrent calls, and frees up over time', async () => {
    const key = await makeKey(owner, { ratePerMinute: 10 });
    const burst = await Promise.all(
      Array.from({ length: 40 }, () => clientFor(key).get('/servers')),
    );
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(10);
    const rejected = burst.find(({ status }) => status === 429);
    expect(rejected).toMatchObject({ body: { code: [2705] } });
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0);
    shiftClock(12_500);
    const later = await Promise.all(
      Array.from({ length: 10 }, () => clientFor(key).get('/servers')),
    );
    expect(later.filter(({ status }) => status === 200)).toHaveLength(2);
  });
});

describe('a bearer token of a key', () => {
  const tokenFor = async (key: TestKey, path = '/service/authenticate') => {
    const response = await fetch(`${app.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(key),
    });
    return (await response.json()) as { authentication: string; expires: string };
  };

  it('is issued at the path that published clients use and below /svc, with the access of the key', async () => {
    const key = await makeKey(owner, { scopes: ['servers.view'] });
    for (const path of ['/service/authenticate', '/svc/service/authenticate']) {
      const { authentication } = await tokenFor(key, path);
      const client = bearerClient(app.address, authentication);
      expect((await client.get('/servers')).status).toBe(200);
      expect(codeOf(await client.get('/pricing'))).toEqual([403, 2706]);
    }
  });

  it('expires after an hour, with its key, and with the secret it was issued for', async () => {
    const key = await makeKey(owner, {});
    const old = bearerClient(app.address, (await tokenFor(key)).authentication);
    const { body: rotatedKey } = await owner.post<TestKey>(`/apikeys/${key.clientId}/secret`, {});
    expect(codeOf(await old.get('/servers'))).toEqual([401, 2700]);
    const client = bearerClient(
      app.address,
      (await tokenFor({ clientId: key.clientId, secret: rotatedKey.secret })).authentication,
    );
    expect((await client.get('/servers')).status).toBe(200);
    shiftClock(61 * 60_000);
    expect(codeOf(await client.get('/servers'))).toEqual([401, 2700]);
    shiftClock(0);
    await owner.delete(`/apikeys/${key.clientId}`);
    expect(codeOf(await client.get('/servers'))).toEqual([401, 2700]);
  });

  it('is rejected when any character changes', async () => {
    const key = await makeKey(owner, {});
    const { authentication } = await tokenFor(key);
    const [clientId, generation, expires, mac] = authentication.split('.');
    for (const forged of [
      [clientId, generation, Number(expires) + 60, mac],
      [clientId, Number(generation) + 1, expires, mac],
      [`live-${'a'.repeat(20)}`, generation, expires, mac],
      [clientId, generation, expires, ''],
    ])
      expect(codeOf(await bearerClient(app.address, forged.join('.')).get('/servers'))).toEqual([
        401, 2700,
      ]);
  });

  it('is not issued for an invalid secret', async () => {
    const key = await makeKey(owner, {});
    expect(
      await tokenFor({
        ...key,
        secret: `${key.secret.slice(0, -1)}${key.secret.endsWith('x') ? 'y' : 'x'}`,
      }),
    ).toMatchObject({
      code: [2700],
    });
  });
});

describe('actions of a key', () => {
  it('are logged with the key, whether allowed or rejected, also on the key’s own page', async () => {
    const user = await app.signInAs('user');
    const key = await makeKey(user, { scopes: ['servers.view', 'servers.operate'] });
    await clientFor(key).put('/servers/power', { ids: [user.userId], state: 'on' });
    await clientFor(key).put('/servers/terminate', { ids: [user.userId] });
    const uses = (
      await user.get<{ items: { operation: string; outcome: string }[] }>(
        `/apikeys/${key.clientId}/uses`,
      )
    ).body.items;
    expect(uses.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      'bulkTerminate refused',
      'bulkPower refused',
    ]);
    const log = await app.root.get(`/logView?by=${user.userId}`);
    expect(log.text).toContain(`key: ${key.clientId}`);
  });
});
