import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
const db = () => app.portal.services.database.db;
const uniqueAddress = () => `${crypto.randomUUID()}@example.test`;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Call = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown];

/** All operations on another user, from all slices. */
const operations = (target: TestClient, clientId: string): Record<string, Call> => ({
  actFor: [
    'POST',
    `/users/${target.userId}/actFor`,
    { reason: 'a good reason', minutes: 5, mayChange: true },
  ],
  rename: ['PUT', `/users/${target.userId}`, { firstName: 'a', lastName: 'b', language: null }],
  changeRole: ['PUT', `/users/${target.userId}/role`, { role: 'user' }],
  move: ['PUT', `/users/${target.userId}/place`, { siteId: app.siteId, parentId: null }],
  disable: ['PUT', `/users/${target.userId}/disable`, { checkOnly: false }],
  disableAccount: ['PUT', '/header/disable', { userId: target.userId }],
  delete: ['DELETE', `/users/${target.userId}`],
  tfaUpdate: ['PUT', `/header/${target.userId}/tfaUpdate`, { useTFAEmail: true }],
  allowEmailAccess: ['PUT', `/header/${target.userId}/allowEmailAccess`, { allowEmail: false }],
  changeEmail: [
    'POST',
    '/changeEmail',
    { account: target.userId, email: uniqueAddress(), checkOnly: false },
  ],
  rotateKey: ['POST', `/apikeys/${clientId}/secret`, {}],
  disableKey: ['PUT', `/apikeys/${clientId}/enabled`, { enabled: false }],
  deleteKey: ['DELETE', `/apikeys/${clientId}`],
  suspend: [
    'POST',
    '/suspendAccounts',
    { list: target.userId, reason: 'a good reason', cause: 'policy', checkOnly: false },
  ],
});

async function addKey(owner: TestClient): Promise<string> {
  const clientId = `live-${[...randomBytes(20)].map((byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')}`;
  await sql`
    insert into api_key (client_id, owner_id, site_id, name, type, scopes, secret_hash, rate_per_minute)
    select ${clientId}, id, site_id, 'key', 'server', array['keys.view'], decode('00', 'hex'), 60 from user_account where id = ${owner.userId}`.execute(
    db(),
  );
  return clientId;
}

async function traceOf(userId: string): Promise<unknown> {
  const { rows } = await sql`
    select u.email, u.role, u.site_id, u.parent_id, u.is_enabled, u.deleted_at, u.first_name, u.account_state, u.uses_tfa_email, u.allows_email_login,
      (select jsonb_agg(to_jsonb(k) order by k.id) from api_key k where k.owner_id = u.id) as keys,
      (select count(*)::int from session s where s.acting_for = u.id) as visits
    from user_account u where u.id = ${userId}`.execute(db());
  return rows[0];
}

async function grantServersOf(siteId: string, member: TestClient): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into user_group (site_id, name) values (${siteId}, ${crypto.randomUUID()}) returning id`.execute(
    db(),
  );
  await sql`insert into user_group_right (group_id, object_type, level) values (${rows[0]?.id}, 'ot.server', 'terminate')`.execute(
    db(),
  );
  await sql`insert into user_group_member (group_id, user_id) values (${rows[0]?.id}, ${member.userId})`.execute(
    db(),
  );
}

describe('acting on a user who has rights the caller lacks', () => {
  const expectAllRejected = async (actor: TestClient, target: TestClient) => {
    const clientId = await addKey(target);
    const before = await traceOf(target.userId);
    for (const [name, [method, path, body]] of Object.entries(operations(target, clientId))) {
      const answer = await actor.call(method, path, body);
      expect(answer.status, `${name}: ${answer.text}`).toBeGreaterThanOrEqual(400);
      // Rejected because of the missing right, not because of an invalid body or anything else.
      expect([403, 404, 422], `${name}: ${answer.text}`).toContain(answer.status);
      expect(await traceOf(target.userId), name).toEqual(before);
    }
    const { items } = (await actor.get<{ items: { clientId: string }[] }>('/apikeys?size=0')).body;
    expect(items.map((key) => key.clientId)).not.toContain(clientId);
  };

  it('is rejected for a site administrator acting on a billing administrator, for every operation', async () => {
    await expectAllRejected(await app.signInAs('siteAdmin'), await app.signInAs('billingAdmin'));
  });

  it('is rejected for a parent account whose sub-account has additional rights from a group of the site', async () => {
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    expect(
      (
        await parent.put(`/users/${subAccount.userId}`, {
          firstName: 'a',
          lastName: 'b',
          language: null,
        })
      ).status,
    ).toBe(200);
    await grantServersOf(app.siteId, subAccount);
    await expectAllRejected(parent, subAccount);
  });

  it('is rejected when a move to another site includes a sub-account with a right the caller lacks', async () => {
    const admin = await app.signInAs('siteAdmin');
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    await sql`update user_account set role = 'billingAdmin' where id = ${subAccount.userId}`.execute(
      db(),
    );
    const placement = { siteId: await app.makeSite('Moving'), parentId: null };
    const before = await traceOf(subAccount.userId);
    expect((await admin.put(`/users/${parent.userId}/place`, placement)).body.code).toEqual([1900]);
    expect(await traceOf(subAccount.userId)).toEqual(before);
    await sql`update user_account set role = 'user' where id = ${subAccount.userId}`.execute(db());
    expect((await admin.put(`/users/${parent.userId}/place`, placement)).status).toBe(200);
  });

  it('is reported in the list in advance', async () => {
    const admin = await app.signInAs('siteAdmin');
    const billing = await app.signInAs('billingAdmin');
    type List = { items: { id: string; actions: Record<string, string | null> }[] };
    const listed = (await admin.get<List>(`/users?filter=${billing.email}`)).body.items.find(
      ({ id }) => id === billing.userId,
    );
    for (const action of ['edit', 'actFor', 'disable', 'changeRole', 'move', 'delete'])
      expect(listed?.actions[action], action).toBe(
        'This account has permissions that you don’t have.',
      );
    const roles = (await admin.get<{ roles: string[] }>('/users/options')).body.roles;
    expect(roles).toEqual(['siteAdmin', 'user']);
  });

  it('does not allow granting a role with permissions the user lacks, directly or by invitation', async () => {
    const admin = await app.signInAs('siteAdmin');
    const customer = await app.signInAs('user');
    expect(
      (await admin.put(`/users/${customer.userId}/role`, { role: 'billingAdmin' })).body.code,
    ).toEqual([1902]);
    for (const role of ['billingAdmin', 'root']) {
      expect(
        (await admin.post('/users', { email: uniqueAddress(), role })).body.code,
        role,
      ).toEqual([1902]);
      const list = uniqueAddress();
      expect(
        (await admin.post('/users/invitations', { list, role, checkOnly: false })).body.code,
        role,
      ).toEqual([1902]);
    }
  });
});

describe('acting for another user', () => {
  const email = async (client: TestClient) =>
    (await client.get<{ email: string }>('/user')).body.email;
  const startActing = async (operator: TestClient, customer: TestClient) => {
    const answer = await operator.post(`/users/${customer.userId}/actFor`, {
      reason: 'a good reason',
      minutes: 10,
      mayChange: true,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await email(operator)).toBe(customer.email);
  };

  it('ends at the next call when the target user gains a right the caller lacks', async () => {
    const [operator, customer] = [await app.signInAs('siteAdmin'), await app.signInAs('user')];
    await startActing(operator, customer);
    await sql`update user_account set role = 'billingAdmin' where id = ${customer.userId}`.execute(
      db(),
    );
    expect(await email(operator)).toBe(operator.email);
    expect((await operator.get('/companies')).status).toBe(403);
  });

  it('ends at the next call when the caller loses a right the target user has', async () => {
    const [operator, customer] = [await app.signInAs('siteAdmin'), await app.signInAs('user')];
    await startActing(operator, customer);
    await sql`update user_account set role = 'user' where id = ${operator.userId}`.execute(db());
    expect(await email(operator)).toBe(operator.email);
  });

  it('ends for a parent account when a group grants its sub-account more rights', async () => {
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    await startActing(parent, subAccount);
    await grantServersOf(app.siteId, subAccount);
    expect(await email(parent)).toBe(parent.email);
  });

  it('can’t be chained: a user who acts for another user can’t act for a third', async () => {
    const [operator, parent] = [await app.signInAs('siteAdmin'), await app.signInAs('user')];
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    await startActing(operator, parent);
    const answer = await operator.post(`/users/${subAccount.userId}/actFor`, {
      reason: 'a good reason',
      minutes: 5,
    });
    expect(answer.body.code).toEqual([1908]);
  });
});
