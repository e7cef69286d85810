import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
/** A reseller's site below the root site, and a sibling of it. */
let siteId: string;
let otherSiteId: string;
let admin: TestClient;
let otherAdmin: TestClient;
let parent: TestClient;
let subAccount: TestClient;
let sibling: TestClient;
let otherUser: TestClient;

interface Item {
  id: string;
  email: string;
  parentId: string | null;
  actions: Record<string, string | null>;
}
interface Page {
  items: Item[];
  total: number;
  next: string | null;
}

const db = () => app.portal.services.database.db;
const codes = (answer: Answer) => answer.body.errors?.map((error) => error.code);
const uniqueEmail = (name = 'u') => `${name}-${randomUUID().slice(0, 8)}@example.test`;
const rowOf = async (id: string) => {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from user_account where id = ${id}`.execute(db());
  return rows[0] as Record<string, unknown>;
};
/**
 * Returns a signed-in account on a site other than the one of the test's host. Its session is moved
 * there too.
 */
async function at(
  site: string,
  role: 'siteAdmin' | 'user',
  parentId?: string,
): Promise<TestClient> {
  const client = await app.signInAs(role, parentId ? { parentId } : {});
  await sql`update user_account set site_id = ${site} where id = ${client.userId}`.execute(db());
  return client;
}
async function createUser(
  creator: TestClient,
  more: Record<string, unknown> = {},
): Promise<string> {
  const answer = await creator.post<{ userId: string }>('/users', {
    email: uniqueEmail(),
    password: 'A_user_password_7',
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.userId;
}

beforeAll(async () => {
  app = await startTestApp();
  siteId = await app.makeSite('Reseller');
  otherSiteId = await app.makeSite('Other reseller');
  admin = await at(siteId, 'siteAdmin');
  otherAdmin = await at(otherSiteId, 'siteAdmin');
  parent = await at(siteId, 'user');
  subAccount = await at(siteId, 'user', parent.userId);
  sibling = await at(siteId, 'user', parent.userId);
  otherUser = await at(otherSiteId, 'user');
}, 40_000);
afterAll(() => app.close());

describe('the list', () => {
  const list = async (client: TestClient, query = '') =>
    (await client.get<Page>(`/users?size=500${query}`)).body;

  it('shows root all users, an administrator its sites’, a parent its sub-accounts, and a sub-account none', async () => {
    expect((await list(app.root)).items.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        admin.userId,
        otherAdmin.userId,
        parent.userId,
        subAccount.userId,
        otherUser.userId,
      ]),
    );
    const visibleIds = (await list(admin)).items.map(({ id }) => id);
    expect(visibleIds).toEqual(
      expect.arrayContaining([admin.userId, parent.userId, subAccount.userId]),
    );
    expect(visibleIds).not.toContain(otherUser.userId);
    expect(visibleIds).not.toContain(app.root.userId);
    expect((await list(parent)).items.map(({ id }) => id).sort()).toEqual(
      [subAccount.userId, sibling.userId].sort(),
    );
    expect((await list(subAccount)).items).toEqual([]);
  });

  it('filters by text, role, state, enabled, site and parent', async () => {
    expect(
      (await list(app.root, `&filter=${subAccount.email.slice(3, 12).toUpperCase()}`)).items.map(
        ({ id }) => id,
      ),
    ).toContain(subAccount.userId);
    expect((await list(app.root, '&role=root')).items.map(({ id }) => id)).toEqual([
      app.root.userId,
    ]);
    expect((await list(app.root, `&parent=${parent.userId}`)).total).toBe(2);
    expect(
      (await list(app.root, `&site=${otherSiteId}&enabled=true&state=Ok`)).items.map(
        ({ id }) => id,
      ),
    ).toEqual(expect.arrayContaining([otherUser.userId, otherAdmin.userId]));
    expect((await list(app.root, `&site=${otherSiteId}&state=Locked`)).items).toEqual([]);
    expect((await app.root.get('/users?filter=100%25')).status).toBe(200);
  });

  it('pages through every sort order without losing or repeating a user', async () => {
    for (const sorting of ['email', '-name', 'role', '-state', 'created', '-lastLogin']) {
      const all: string[] = [];
      let start = '';
      for (;;) {
        const page: Page = (await app.root.get<Page>(`/users?size=5&sorting=${sorting}${start}`))
          .body;
        all.push(...page.items.map(({ id }) => id));
        if (!page.next) break;
        start = `&start=${page.next}`;
      }
      expect(new Set(all).size, sorting).toBe(all.length);
      expect(all.length).toBe((await list(app.root)).total);
    }
  });

  it('is exported as CSV that spreadsheets don’t treat as formulas', async () => {
    const id = await createUser(app.root, { firstName: '=1+1', lastName: '"x"' });
    const { text, headers } = await app.root.get(
      `/users/csv?filter=${encodeURIComponent(String((await rowOf(id)).email))}`,
    );
    expect(headers.get('content-type')).toContain('text/csv');
    expect(text).toContain(`"'=1+1 ""x"""`);
  });

  it('contains no secrets', async () => {
    const { text } = await app.root.get('/users?size=500');
    expect(text).not.toContain('argon2');
    expect(text).not.toMatch(/password_hash|totp/);
  });
});

describe('creating users', () => {
  it('site administrators create users on their site and parents create sub-accounts, with working passwords', async () => {
    const email = uniqueEmail();
    const id = await createUser(parent, { email });
    expect(await rowOf(id)).toMatchObject({
      parent_id: parent.userId,
      site_id: siteId,
      role: 'user',
      is_enabled: true,
    });
    const byAdmin = await createUser(admin, { role: 'siteAdmin' });
    expect(await rowOf(byAdmin)).toMatchObject({
      site_id: siteId,
      role: 'siteAdmin',
      parent_id: null,
    });
    const childId = await createUser(admin, { parentId: parent.userId });
    expect(await rowOf(childId)).toMatchObject({ parent_id: parent.userId });
  });

  it('can’t assign a role above the creator’s own, or any role to a sub-account', async () => {
    expect(codes(await admin.post('/users', { email: uniqueEmail(), role: 'root' }))).toEqual([
      1902,
    ]);
    expect(codes(await parent.post('/users', { email: uniqueEmail(), role: 'siteAdmin' }))).toEqual(
      [1902],
    );
    expect(
      codes(await parent.post('/users', { email: uniqueEmail(), role: 'billingAdmin' })),
    ).toEqual([1902]);
    expect(
      codes(
        await app.root.post('/users', {
          email: uniqueEmail(),
          role: 'siteAdmin',
          parentId: parent.userId,
        }),
      ),
    ).toEqual([1902]);
    expect(
      codes(await app.root.post('/users', { email: uniqueEmail(), role: 'root', siteId })),
    ).toEqual([1902]);
  });

  it('rejects another site, another user’s account as the parent, and a sub-account as the parent', async () => {
    expect((await admin.post('/users', { email: uniqueEmail(), siteId: otherSiteId })).status).toBe(
      404,
    );
    expect(
      (await parent.post('/users', { email: uniqueEmail(), parentId: otherUser.userId })).status,
    ).toBe(404);
    expect(
      (await admin.post('/users', { email: uniqueEmail(), parentId: otherUser.userId })).status,
    ).toBe(404);
    expect(codes(await subAccount.post('/users', { email: uniqueEmail() }))).toEqual([1903]);
    expect(
      codes(await admin.post('/users', { email: uniqueEmail(), parentId: subAccount.userId })),
    ).toEqual([1903]);
  });

  it('rejects an email address already used on the site, ignoring case, but accepts it on another site', async () => {
    const email = uniqueEmail();
    await createUser(admin, { email });
    expect(
      codes(
        await admin.post('/users', { email: email.toUpperCase(), password: 'A_user_password_7' }),
      ),
    ).toEqual([17]);
    await createUser(app.root, { email, siteId: otherSiteId });
  });

  it('rejects an invalid email address and a common password, each with its field', async () => {
    const answer = await admin.post('/users', { email: 'nobody', password: 'A_user_password_7' });
    expect(answer.body.errors).toMatchObject([{ code: 12, key: 'email' }]);
    expect(codes(await admin.post('/users', { email: '' }))).toEqual([25]);
    const weak = await admin.post('/users', { email: uniqueEmail(), password: 'short' });
    expect(weak.body.errors).toMatchObject([{ code: 15, key: 'password' }]);
  });

  it('ignores columns that are not in the contract', async () => {
    for (const column of [
      'isRootOrAdmin',
      'is_enabled',
      'account_state',
      'billing_state',
      'password_hash',
      'deleted_at',
      'balance',
    ])
      expect((await admin.post('/users', { email: uniqueEmail(), [column]: true })).status).toBe(
        400,
      );
  });
});

describe('invitations', () => {
  const mailsTo = async (email: string) =>
    (
      await sql<{
        kind: string;
        subject: string;
      }>`select kind, subject from mail_message where to_address = ${email}`.execute(db())
    ).rows;

  it('sends a link when there is no password, and the token is not stored in the database', async () => {
    const email = uniqueEmail();
    const answer = await admin.post<{ userId: string; isInvited: boolean }>('/users', { email });
    expect(answer.body.isInvited).toBe(true);
    expect(await mailsTo(email)).toMatchObject([{ kind: 'user.invited' }]);
    const { rows } = await sql<{ kind: string; days: number }>`
      select kind, extract(epoch from expires_at - created_at)::integer / 86400 as days from account_token where user_id = ${answer.body.userId}`.execute(
      db(),
    );
    expect(rows).toEqual([{ kind: 'invite', days: 7 }]);
    expect(
      (await admin.get<{ isWaiting: boolean }>(`/users/${answer.body.userId}`)).body.isWaiting,
    ).toBe(true);
  });

  it('can be resent, which invalidates the previous link, but not to users who have signed in', async () => {
    const { userId } = (await admin.post<{ userId: string }>('/users', { email: uniqueEmail() }))
      .body;
    expect((await admin.post(`/users/${userId}/invitation`)).status).toBe(200);
    const { rows } =
      await sql`select 1 from account_token where user_id = ${userId} and used_at is null`.execute(
        db(),
      );
    expect(rows).toHaveLength(1);
    expect(codes(await admin.post(`/users/${parent.userId}/invitation`))).toEqual([1901]);
  });

  it('from a list report every invalid line when checked, then invite the valid ones', async () => {
    const [first, second] = [uniqueEmail('a'), uniqueEmail('b')];
    const list = `${first},Ann,Lee\nnot-an-address\n${parent.email}\n${second}\n${first}`;
    interface Result {
      invited: number;
      bad: number;
      lines: { line: number; problem: string | null }[];
    }
    const check = (await admin.post<Result>('/users/invitations', { list, checkOnly: true })).body;
    expect(check).toMatchObject({ invited: 2, bad: 3 });
    expect(check.lines.filter(({ problem }) => problem !== null).map(({ line }) => line)).toEqual([
      2, 3, 5,
    ]);
    expect(await mailsTo(first)).toEqual([]);
    expect(
      (await admin.post<Result>('/users/invitations', { list, checkOnly: false })).body,
    ).toMatchObject({ invited: 2, bad: 3 });
    expect(await mailsTo(first)).toHaveLength(1);
    expect(await mailsTo(second)).toHaveLength(1);
    expect(
      (await admin.post<Result>('/users/invitations', { list, checkOnly: false })).body,
    ).toMatchObject({ invited: 0, bad: 5 });
  });

  it('for more than 500 users at once, or for none, are rejected', async () => {
    const list = Array.from({ length: 501 }, (_, index) => `x${index}@example.test`).join('\n');
    expect(codes(await admin.post('/users/invitations', { list, checkOnly: true }))).toEqual([
      1907,
    ]);
    expect(codes(await admin.post('/users/invitations', { list: ',', checkOnly: true }))).toEqual([
      1907,
    ]);
  });
});

describe('disabling and enabling', () => {
  it('reports what would end, without changing anything, in check-only mode', async () => {
    const client = await at(siteId, 'user');
    const answer = await admin.put(`/users/${client.userId}/disable`, { checkOnly: true });
    expect(answer.body).toMatchObject({
      done: false,
      checkOnly: true,
      sessions: 1,
      servers: 0,
      children: [],
    });
    expect((await rowOf(client.userId)).is_enabled).toBe(true);
    expect(
      (await admin.put(`/users/${parent.userId}/disable`, { checkOnly: true })).body.children,
    ).toContain(subAccount.email);
  });

  it('ends the sessions immediately and blocks sign-in until it is enabled', async () => {
    const client = await app.signInAs('user');
    expect((await app.root.put(`/users/${client.userId}/disable`)).body).toMatchObject({
      done: true,
    });
    expect(codes(await client.get('/users'))).toEqual([57]);
    expect((await app.anonymous().signIn(client.email, testPassword)).body.errors).toBeDefined();
    expect(codes(await app.root.put(`/users/${client.userId}/disable`))).toEqual([1901]);
    expect((await app.root.put(`/users/${client.userId}/enable`)).status).toBe(200);
    expect((await app.anonymous().signIn(client.email, testPassword)).body.errors).toBeUndefined();
  });
});

describe('higher and sibling accounts', () => {
  const allCalls = (id: string): [string, string, unknown][] => [
    ['PUT', `/users/${id}`, { firstName: 'x', lastName: 'y', language: null }],
    ['PUT', `/users/${id}/disable`, {}],
    ['PUT', `/users/${id}/enable`, {}],
    ['PUT', `/users/${id}/lock`, { isLocked: true }],
    ['PUT', `/users/${id}/role`, { role: 'user' }],
    ['PUT', `/users/${id}/place`, { siteId, parentId: null }],
    ['POST', `/users/${id}/invitation`, {}],
    ['POST', `/users/${id}/actFor`, { reason: 'to have a look', minutes: 5 }],
    ['DELETE', `/users/${id}`, undefined],
    ['GET', `/users/${id}`, undefined],
    ['GET', `/users/${id}/deletion`, undefined],
    ['GET', `/users/${id}/services`, undefined],
    ['GET', `/users/${id}/signup`, undefined],
    ['GET', `/users/${id}/billing`, undefined],
    ['GET', `/users/${id}/history`, undefined],
    ['GET', `/users/${id}/logins`, undefined],
  ];

  it.each<[string, () => TestClient, () => string]>([
    ['a sub-account, its parent account', () => subAccount, () => parent.userId],
    ['a sub-account, its sibling', () => subAccount, () => sibling.userId],
    ['a sub-account, an unrelated user', () => subAccount, () => otherUser.userId],
    ['a parent account, an unrelated user', () => parent, () => otherUser.userId],
    ['a parent, its administrator', () => parent, () => admin.userId],
    ['an administrator, another site’s user', () => admin, () => otherUser.userId],
    ['an administrator, another site’s administrator', () => admin, () => otherAdmin.userId],
    ['an administrator, root', () => admin, () => app.root.userId],
  ])(
    '%s: no action is available, the response is the same as for a nonexistent account, and nothing changes',
    async (_name, client, target) => {
      const before = await rowOf(target());
      const missing = randomUUID();
      for (const [index, [method, path, body]] of allCalls(target()).entries()) {
        const answer = await client().call(method, path, body);
        const missingAnswer = await client().call(
          method,
          allCalls(missing)[index]?.[1] ?? '',
          body,
        );
        expect([403, 404], `${method} ${path}: ${answer.text}`).toContain(answer.status);
        expect(answer.status, path).toBe(missingAnswer.status);
        expect(answer.text.replaceAll(target(), 'ID')).toBe(
          missingAnswer.text.replaceAll(missing, 'ID'),
        );
      }
      expect(await rowOf(target())).toEqual(before);
    },
  );

  it('an administrator of the root site can see root’s account but can’t change it', async () => {
    const top = await app.signInAs('siteAdmin');
    const before = await rowOf(app.root.userId);
    expect((await top.get<Item>(`/users/${app.root.userId}`)).body.actions.delete).not.toBeNull();
    for (const [method, path, body] of allCalls(app.root.userId).filter(
      ([verb]) => verb !== 'GET',
    )) {
      const answer = await top.call(method, path, body);
      expect([403, 422], `${path} ${answer.text}`).toContain(answer.status);
    }
    expect(await rowOf(app.root.userId)).toEqual(before);
  });

  it('users cannot change their own role, disable themselves, or delete themselves', async () => {
    expect(codes(await app.root.put(`/users/${app.root.userId}/role`, { role: 'user' }))).toEqual([
      1901,
    ]);
    expect(codes(await admin.put(`/users/${admin.userId}/disable`))).toEqual([1901]);
    expect(codes(await admin.delete(`/users/${admin.userId}`))).toEqual([1901]);
    expect(codes(await parent.delete(`/users/${parent.userId}`))).toEqual([1901]);
  });

  it('an unlocked parent cannot change roles or move users, because it lacks the permission', async () => {
    expect((await parent.put(`/users/${subAccount.userId}/role`, { role: 'user' })).status).toBe(
      403,
    );
    expect(
      (await parent.put(`/users/${subAccount.userId}/place`, { siteId, parentId: null })).status,
    ).toBe(403);
  });
});

describe('roles', () => {
  it('can be changed within the caller’s own rights, and a change ends existing sessions', async () => {
    const client = await app.signInAs('user');
    expect((await app.root.put(`/users/${client.userId}/role`, { role: 'siteAdmin' })).status).toBe(
      200,
    );
    expect(codes(await client.get('/users'))).toEqual([57]);
    const other = await at(siteId, 'user');
    expect(codes(await admin.put(`/users/${other.userId}/role`, { role: 'root' }))).toEqual([1902]);
    expect(codes(await app.root.put(`/users/${other.userId}/role`, { role: 'root' }))).toEqual([
      1902,
    ]);
    expect(
      codes(await admin.put(`/users/${subAccount.userId}/role`, { role: 'billingAdmin' })),
    ).toEqual([1901]);
  });

  it('when two administrators remove each other’s role at the same time, one keeps it', async () => {
    const [one, two] = [await app.signInAs('siteAdmin'), await app.signInAs('siteAdmin')];
    await Promise.all([
      one.put(`/users/${two.userId}/role`, { role: 'user' }),
      two.put(`/users/${one.userId}/role`, { role: 'user' }),
    ]);
    const roles = [(await rowOf(one.userId)).role, (await rowOf(two.userId)).role].sort();
    expect(roles).toEqual(['siteAdmin', 'user']);
  });
});

describe('locking a sub-account', () => {
  it('blocks changes but not reads until the parent account unlocks it', async () => {
    const subAccount = await at(siteId, 'user', parent.userId);
    expect((await parent.put(`/users/${subAccount.userId}/lock`, { isLocked: true })).status).toBe(
      200,
    );
    expect(codes(await subAccount.post('/users', { email: uniqueEmail() }))).toEqual([2001]);
    expect((await subAccount.get(`/users/${subAccount.userId}`)).status).toBe(200);
    expect(
      codes(
        await subAccount.put(`/users/${subAccount.userId}`, {
          firstName: 'a',
          lastName: 'b',
          language: null,
        }),
      ),
    ).toEqual([2001]);
    expect((await parent.put(`/users/${subAccount.userId}/lock`, { isLocked: false })).status).toBe(
      200,
    );
    expect(
      (
        await subAccount.put(`/users/${subAccount.userId}`, {
          firstName: 'a',
          lastName: 'b',
          language: null,
        })
      ).status,
    ).toBe(200);
    expect(codes(await admin.put(`/users/${parent.userId}/lock`, { isLocked: true }))).toEqual([
      1901,
    ]);
  });
});

describe('moving', () => {
  it('to another site includes sub-accounts and ends all sessions', async () => {
    const top = await at(siteId, 'user');
    const subAccount = await at(siteId, 'user', top.userId);
    expect(
      (await app.root.put(`/users/${top.userId}/place`, { siteId: otherSiteId, parentId: null }))
        .status,
    ).toBe(200);
    expect(await rowOf(top.userId)).toMatchObject({ site_id: otherSiteId });
    expect(await rowOf(subAccount.userId)).toMatchObject({
      site_id: otherSiteId,
      parent_id: top.userId,
    });
    expect(codes(await subAccount.get('/users'))).toEqual([57]);
  });

  it('works into and out of a parent account, but rejects cycles, two levels, and email addresses already in use', async () => {
    const one = await createUser(admin);
    expect(
      (await admin.put(`/users/${one}/place`, { siteId, parentId: parent.userId })).status,
    ).toBe(200);
    expect(await rowOf(one)).toMatchObject({ parent_id: parent.userId });
    expect(
      codes(await admin.put(`/users/${parent.userId}/place`, { siteId, parentId: one })),
    ).toEqual([1903]);
    expect(
      codes(await admin.put(`/users/${parent.userId}/place`, { siteId, parentId: parent.userId })),
    ).toEqual([1903]);
    expect((await admin.put(`/users/${one}/place`, { siteId, parentId: null })).status).toBe(200);
    const email = uniqueEmail();
    const userId = await createUser(admin, { email });
    await createUser(app.root, { email, siteId: otherSiteId });
    expect(
      codes(await app.root.put(`/users/${userId}/place`, { siteId: otherSiteId, parentId: null })),
    ).toEqual([1904]);
    expect(
      (await admin.put(`/users/${userId}/place`, { siteId: otherSiteId, parentId: null })).status,
    ).toBe(404);
  });

  it('lists only valid parent accounts, searchable by part of the email address or name', async () => {
    const one = await createUser(admin);
    const subAccount = await at(siteId, 'user', parent.userId);
    const listCandidates = async (query: string, userId = one, client = admin) =>
      (
        await client.get<{ items: { id: string; email: string }[] }>(
          `/users/${userId}/parentCandidates?${query}`,
        )
      ).body.items.map(({ id }) => id);
    const siteQuery = `siteId=${siteId}&filter=${encodeURIComponent(parent.email.toUpperCase())}`;
    expect(await listCandidates(siteQuery)).toEqual([parent.userId]);
    expect(
      await listCandidates(`siteId=${siteId}&filter=${encodeURIComponent(subAccount.email)}`),
    ).toEqual([]);
    expect(
      await listCandidates(`siteId=${siteId}&filter=${encodeURIComponent(admin.email)}`),
    ).toEqual([]);
    // There are no options for the account itself, a user with sub-accounts, or a site out of
    // scope.
    expect(await listCandidates(`siteId=${siteId}`)).not.toContain(one);
    expect(await listCandidates(`siteId=${siteId}`, parent.userId)).toEqual([]);
    expect(await listCandidates(`siteId=${otherSiteId}`)).toEqual([]);
    expect(
      (await parent.get(`/users/${subAccount.userId}/parentCandidates?siteId=${siteId}`)).status,
    ).toBe(403);
  });
});

describe('deleting', () => {
  it('lists dependent resources, is rejected while there are sub-accounts, then ends sessions and frees the email address', async () => {
    const email = uniqueEmail();
    const top = await createUser(admin, { email });
    const subAccount = await createUser(admin, { parentId: top });
    const check = await admin.get(`/users/${top}/deletion`);
    expect(check.body).toMatchObject({
      servers: [],
      children: [{ id: subAccount }],
      groups: [],
      problem: expect.stringContaining('sub-accounts'),
    });
    expect(codes(await admin.delete(`/users/${top}`))).toEqual([1906]);
    expect((await admin.delete(`/users/${subAccount}`)).status).toBe(200);
    expect((await admin.delete(`/users/${top}`)).status).toBe(200);
    expect((await admin.get(`/users/${top}`)).status).toBe(404);
    expect((await admin.delete(`/users/${top}`)).status).toBe(404);
    await createUser(admin, { email });
  });

  it('ends the session of a deleted account at the next call', async () => {
    const client = await app.signInAs('user');
    expect((await app.root.delete(`/users/${client.userId}`)).status).toBe(200);
    expect(codes(await client.get('/users'))).toEqual([57]);
  });
});

describe('acting for another user', () => {
  it('shows that account’s data read-only, and lets the account see who acted and why', async () => {
    const customer = await app.signInAs('user');
    const operator = await app.signInAs('siteAdmin');
    const answer = await operator.post(`/users/${customer.userId}/actFor`, {
      reason: 'Call 4711: a server does not start',
      minutes: 10,
    });
    expect(answer.body).toMatchObject({ mayChange: false });
    expect(
      (await operator.get<{ email: string; acting: { by: string } }>('/user')).body,
    ).toMatchObject({
      email: customer.email,
      acting: { by: operator.email },
    });
    expect(
      codes(
        await operator.put(`/users/${customer.userId}`, {
          firstName: 'x',
          lastName: 'y',
          language: null,
        }),
      ),
    ).toEqual([1801]);
    expect((await operator.post('/users/stopActing')).status).toBe(200);
    expect((await operator.get<{ email: string }>('/user')).body.email).toBe(operator.email);
    const history = (
      await customer.get<{
        items: { text: string; by: string; reason: string | null; ip: string }[];
      }>(`/users/${customer.userId}/history`)
    ).body.items;
    expect(history).toContainEqual(
      expect.objectContaining({
        by: operator.email,
        reason: 'Call 4711: a server does not start',
        ip: '',
      }),
    );
    const { rows } = await sql<{
      kind: string;
    }>`select kind from mail_message where user_id = ${customer.userId}`.execute(db());
    expect(rows).toContainEqual({ kind: 'user.actedFor' });
  });

  it('records both identities for every change when changes are allowed', async () => {
    const customer = await app.signInAs('user');
    const operator = await app.signInAs('siteAdmin');
    await operator.post(`/users/${customer.userId}/actFor`, {
      reason: 'The name was asked for',
      minutes: 10,
      mayChange: true,
    });
    expect(
      (
        await operator.put(`/users/${customer.userId}`, {
          firstName: 'New',
          lastName: 'Name',
          language: null,
        })
      ).status,
    ).toBe(200);
    expect(
      codes(
        await operator.post(`/users/${operator.userId}/actFor`, {
          reason: 'once more',
          minutes: 5,
        }),
      )?.length,
    ).toBe(1);
    const { rows } = await sql<{ actor_id: string; on_behalf_of: string }>`
      select actor_id, on_behalf_of from audit_entry where operation = 'updateUser' and target_id = ${customer.userId}`.execute(
      db(),
    );
    expect(rows).toEqual([{ actor_id: operator.userId, on_behalf_of: customer.userId }]);
  });

  it('ends when it expires', async () => {
    const customer = await app.signInAs('user');
    const operator = await app.signInAs('siteAdmin');
    await operator.post(`/users/${customer.userId}/actFor`, { reason: 'a short look', minutes: 1 });
    await sql`update session set acting_until = now() - interval '1 second' where acting_for = ${customer.userId}`.execute(
      db(),
    );
    expect((await operator.get<{ email: string }>('/user')).body.email).toBe(operator.email);
  });

  it('requires a reason and lasts at most one hour', async () => {
    expect(
      (await parent.post(`/users/${subAccount.userId}/actFor`, { reason: ' no ', minutes: 5 }))
        .status,
    ).toBe(400);
    expect(
      (
        await parent.post(`/users/${subAccount.userId}/actFor`, {
          reason: 'a good reason',
          minutes: 61,
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await parent.post(`/users/${subAccount.userId}/actFor`, {
          reason: 'a good reason',
          minutes: 60,
        })
      ).status,
    ).toBe(200);
    await parent.post('/users/stopActing');
  });

  it('is not available for a user with the same role', async () => {
    const colleague = await at(siteId, 'siteAdmin');
    expect(
      codes(
        await admin.post(`/users/${colleague.userId}/actFor`, {
          reason: 'a good reason',
          minutes: 5,
        }),
      ),
    ).toEqual([1908]);
  });
});

describe('the tabs', () => {
  it('show, page by page, how an account was created, its cost, and its history', async () => {
    const { userId } = (
      await admin.post<{ userId: string }>('/users', { email: uniqueEmail(), firstName: 'Dana' })
    ).body;
    for (let index = 0; index < 4; index++)
      await admin.put(`/users/${userId}`, {
        firstName: `Dana ${index}`,
        lastName: '',
        language: 'he',
      });
    expect((await admin.get(`/users/${userId}/signup`)).body).toMatchObject({
      how: 'created',
      by: admin.email,
      isWaiting: true,
    });
    expect((await admin.get(`/users/${userId}/billing`)).body).toMatchObject({
      totals: [],
      billingState: 0,
    });
    expect((await admin.get(`/users/${userId}/services`)).body).toMatchObject({
      servers: [],
      groups: [],
      spend: [],
    });
    expect((await admin.get(`/users/${userId}/logins`)).body).toEqual({ items: [] });
    interface History {
      items: { id: string }[];
      next: boolean;
      nextDate: string | null;
      nextSkip: number;
      total: number;
    }
    const seen: string[] = [];
    let query = '?size=2';
    for (;;) {
      const page: History = (await admin.get<History>(`/users/${userId}/history${query}`)).body;
      expect(page.total).toBe(5);
      seen.push(...page.items.map(({ id }) => id));
      if (!page.next) break;
      query = `?size=2&from=${encodeURIComponent(page.nextDate ?? '')}&skip=${page.nextSkip}`;
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });
});
