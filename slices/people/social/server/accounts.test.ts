import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FakeIdentity } from '../../../../drivers/social/testing/fakeProvider.ts';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { testPassword } from '../../../../server/testing/app.ts';
import { mailsTo } from '../../../../server/testing/outbox.ts';
import { codeOf, Harness } from './testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.open();
  await harness.connectProvider('second');
}, 60_000);
afterAll(() => harness.close());
afterEach(async () => {
  shiftClock(0);
  // All tests use the same IP address, so reset its rate limits.
  await sql("delete from pace where key like 'social%'");
});

const sql = async (text: string, values: unknown[] = []) =>
  (await harness.app.portal.services.database.pool.query(text, values)).rows;
const accountsWith = (email: string) =>
  sql('select id, deleted_at, password_hash from user_account where email_key = $1', [
    email.toLowerCase(),
  ]);
const linksOf = (userId: string) =>
  sql('select provider, subject, email from social_link where user_id = $1', [userId]);

/** A user with a password and a verified email address. */
async function withPassword(client = harness.app.signInAs('user')) {
  const signedIn = await client;
  return { client: signedIn, person: harness.person({ email: signedIn.email }) };
}

describe('a new user', () => {
  it('is asked for consent before anything is stored, and can correct their names', async () => {
    const client = harness.app.anonymous();
    const identity = harness.person();
    const returnedLogin = await harness.travel(client, identity);
    expect(returnedLogin.body.newAccount).toMatchObject({
      email: identity.email,
      socialId: identity.sub,
      firstName: 'Dana',
      lastName: 'Levi',
      title: 'Company login',
    });
    expect(await accountsWith(identity.email ?? '')).toEqual([]);
    const answer = await harness.confirm(client, returnedLogin, {
      firstName: 'Dafna',
      lastName: '',
    });
    expect(answer.body).toMatchObject({ email: identity.email, emailValidationRequired: false });
    const [row] = await sql(
      'select first_name, last_name, is_email_validated, password_hash, role from user_account where id = $1',
      [answer.body.userId],
    );
    expect(row).toEqual({
      first_name: 'Dafna',
      last_name: '',
      is_email_validated: true,
      password_hash: null,
      role: 'user',
    });
    expect(await linksOf(answer.body.userId ?? '')).toEqual([
      {
        provider: 'company',
        subject: `${harness.provider.issuer} ${identity.sub}`,
        email: identity.email,
      },
    ]);
    expect((await client.get('/user')).status).toBe(200);
  });

  it('signs in directly the next time, even with another address, and is never matched by address', async () => {
    const { person, userId } = await harness.signUp();
    const second = await harness.travel(harness.app.anonymous(), {
      ...person,
      email: 'moved@example.test',
      email_verified: false,
    });
    expect(second.body.userId).toBe(userId);
    const other = await harness.travel(
      harness.app.anonymous(),
      harness.person({ email: person.email as string }),
    );
    expect(codeOf(other)).toBe(39);
  });

  it('can only submit names: any other value is rejected with 35 and creates no account', async () => {
    const client = harness.app.anonymous();
    const returnedLogin = await harness.travel(client, harness.person());
    const changes = [
      { socialId: 'somebody' },
      { email: 'root@example.test' },
      { social: 'second' },
      { page: 'create' },
      { handler: 'connect' },
    ];
    for (const change of changes)
      expect(codeOf(await harness.confirm(client, returnedLogin, change))).toBe(35);
    expect((await harness.confirm(client, returnedLogin)).body).toHaveProperty('userId');
  });

  it('can’t verify their own identity: values without a state sealed by the server are rejected with 32', async () => {
    const client = harness.app.anonymous();
    const returnedLogin = await harness.travel(client, harness.person());
    const { stateToken } = await harness.begin(client);
    for (const state of ['', 'x', stateToken, `${returnedLogin.body.newAccount?.state}x`.slice(1)])
      expect(codeOf(await harness.confirm(client, returnedLogin, { state }))).toBe(32);
    const other = harness.app.anonymous();
    await harness.begin(other);
    expect(codeOf(await harness.confirm(other, returnedLogin))).toBe(32);
  });

  it('can consent once, within ten minutes (32, 41)', async () => {
    const client = harness.app.anonymous();
    const identity = harness.person();
    const returnedLogin = await harness.travel(client, identity);
    const { cookie } = client;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => {
        const secondClient = harness.app.anonymous();
        secondClient.cookie = cookie;
        return harness.confirm(secondClient, returnedLogin);
      }),
    );
    expect(answers.filter((answer) => answer.body.userId)).toHaveLength(1);
    expect(await accountsWith(identity.email ?? '')).toHaveLength(1);
    const late = harness.app.anonymous();
    const slow = await harness.travel(late, harness.person());
    shiftClock(10 * 60_000 + 1000);
    expect(codeOf(await harness.confirm(late, slow))).toBe(41);
  });

  it('is rejected with 30 without an address', async () => {
    const { email: _email, email_verified: _verified, ...identity } = harness.person();
    expect(codeOf(await harness.travel(harness.app.anonymous(), identity))).toBe(30);
  });

  it('is rejected with 37 if the provider hasn’t verified the address, whether or not it exists here', async () => {
    const { client } = await withPassword();
    for (const email of [client.email, 'nobody@example.test']) {
      expect(
        codeOf(
          await harness.travel(
            harness.app.anonymous(),
            harness.person({ email, email_verified: false }),
          ),
        ),
      ).toBe(37);
      const { email_verified: _verified, ...silent } = harness.person({ email });
      expect(codeOf(await harness.travel(harness.app.anonymous(), silent))).toBe(37);
    }
    expect(await linksOf(client.userId)).toEqual([]);
  });

  it('is identified by the provider’s user information, not just by its token', async () => {
    harness.provider.isEmailAtUserInfo = true;
    try {
      expect((await harness.signUp()).userId).toBeTruthy();
    } finally {
      harness.provider.isEmailAtUserInfo = false;
    }
  });

  it.each([
    [0, 42],
    [1, 42],
    [2, undefined],
  ])('with sign-up policy %i of the site gets %s', async (policy, code) => {
    await sql('update site set sign_up = $1 where parent_id is null', [policy]);
    try {
      expect(codeOf(await harness.travel(harness.app.anonymous(), harness.person()))).toBe(code);
    } finally {
      await sql('update site set sign_up = 2 where parent_id is null');
    }
  });

  it('is rejected with 42 if the site closed sign-up before the consent', async () => {
    const client = harness.app.anonymous();
    const returnedLogin = await harness.travel(client, harness.person());
    await sql('update site set sign_up = 0 where parent_id is null');
    try {
      expect(codeOf(await harness.confirm(client, returnedLogin))).toBe(42);
    } finally {
      await sql('update site set sign_up = 2 where parent_id is null');
    }
  });

  it('is rejected with 28 at a suspended site, on return and at the consent', async () => {
    const { app } = harness;
    const suspend = async (status: string) => {
      await sql('update site set status = $1 where parent_id is null', [status]);
      app.portal.sites.forget();
    };
    const client = app.anonymous();
    const returnedLogin = await harness.travel(client, harness.person());
    await suspend('suspended');
    try {
      expect(codeOf(await harness.travel(app.anonymous(), harness.person()))).toBe(28);
      expect(codeOf(await harness.confirm(client, returnedLogin))).toBe(28);
    } finally {
      await suspend('active');
    }
  });

  it('can’t sign up from a remote sign-in page (42)', async () => {
    expect(codeOf(await harness.travel(harness.app.anonymous(), harness.person(), 'remote'))).toBe(
      42,
    );
  });
});

describe('the address of an existing account', () => {
  it('requires its password (34), and nothing is connected', async () => {
    const { client, person } = await withPassword();
    expect(codeOf(await harness.travel(harness.app.anonymous(), person))).toBe(34);
    expect(await linksOf(client.userId)).toEqual([]);
    const other = await harness.travel(harness.app.anonymous(), {
      ...person,
      email: client.email.toUpperCase(),
    });
    expect(codeOf(other)).toBe(34);
  });

  it('requires its connected provider (33), or the right identity there (39)', async () => {
    const { person } = await harness.signUp();
    const sameEmail = harness.person({ email: person.email as string });
    expect(
      codeOf(await harness.travel(harness.app.anonymous(), sameEmail, 'login', 'second')),
    ).toBe(33);
    expect(codeOf(await harness.travel(harness.app.anonymous(), sameEmail))).toBe(39);
  });

  it('replaces an unverified account created with its address, removing password and sessions (pre-hijacking)', async () => {
    const victim = harness.person();
    const attacker = harness.app.anonymous();
    const password = 'Another_right_1';
    expect(
      (await attacker.post('/create', { email: victim.email, password, passwordRepeat: password }))
        .status,
    ).toBe(200);
    const [attackerAccount] = await accountsWith(victim.email ?? '');
    await attacker.signIn(victim.email ?? '', password);
    expect((await attacker.get('/user')).status).toBe(200);
    // The attacker connects their own identity to regain access later.
    const own = harness.person({ email: 'attacker@example.test' });
    expect((await harness.travel(attacker, own, 'connect')).body).toMatchObject({
      connected: 'company',
    });

    const { client, userId } = await harness.signUp(victim);
    expect(userId).not.toBe(attackerAccount?.id);
    expect((await client.get('/user')).status).toBe(200);
    expect(await attacker.get('/user')).toMatchObject({ status: 401, body: { code: [57] } });
    expect(codeOf(await harness.app.anonymous().signIn(victim.email ?? '', password))).toBe(21);
    const [dead, alive] = (await accountsWith(victim.email ?? '')).sort(
      (a, b) => Number(a.deleted_at === null) - Number(b.deleted_at === null),
    );
    expect(dead).toMatchObject({
      id: attackerAccount?.id,
      deleted_at: expect.any(Date),
      password_hash: null,
    });
    expect(alive).toMatchObject({ id: userId, deleted_at: null, password_hash: null });
    // The attacker's identity is no longer connected to any account.
    expect((await harness.travel(harness.app.anonymous(), own)).body).toHaveProperty('newAccount');
  });

  it.each([
    ['an administrator', { role: 'siteAdmin' }],
    ['a sub-account created by someone else', { parent: true }],
    ['a disabled account', { is_enabled: false }],
    ['a locked account', { account_state: 'Locked' }],
  ])(
    'never removes %s, even if unverified (34)',
    async (_case, { parent, ...columns }: { parent?: boolean; [column: string]: unknown }) => {
      const client = await harness.app.signInAs('user');
      const set: Record<string, unknown> = {
        is_email_validated: false,
        ...columns,
        ...(parent ? { parent_id: harness.app.root.userId } : {}),
      };
      for (const [column, value] of Object.entries(set))
        await sql(`update user_account set ${column} = $2 where id = $1`, [client.userId, value]);
      expect(
        codeOf(
          await harness.travel(harness.app.anonymous(), harness.person({ email: client.email })),
        ),
      ).toBe(34);
      expect((await accountsWith(client.email))[0]).toMatchObject({ deleted_at: null });
    },
  );

  it('never removes an unverified account if the site requires no verification (34)', async () => {
    const { client, person } = await withPassword();
    await sql('update user_account set is_email_validated = false where id = $1', [client.userId]);
    await sql('update site set requires_email_validation = false where parent_id is null');
    try {
      expect(codeOf(await harness.travel(harness.app.anonymous(), person))).toBe(34);
    } finally {
      await sql('update site set requires_email_validation = true where parent_id is null');
    }
  });
});

describe('signing in with a provider', () => {
  const signIn = (identity: FakeIdentity) => harness.travel(harness.app.anonymous(), identity);

  it('requires the second step if the account has one', async () => {
    const { person, userId } = await harness.signUp();
    await sql('update user_account set uses_tfa = true, uses_tfa_email = true where id = $1', [
      userId,
    ]);
    const client = harness.app.anonymous();
    const answer = await harness.travel(client, person);
    expect(answer.body).toMatchObject({ mediateToken: expect.any(String), useTFAEmail: true });
    expect((await client.get('/user')).status).toBe(401);
  });

  it('respects the lockout (13), the allowed addresses (55) and a disabled account (21)', async () => {
    const { person, userId } = await harness.signUp();
    for (let time = 0; time < 6; time++)
      await harness.app.anonymous().signIn(person.email ?? '', 'Wrong_password_1');
    expect(codeOf(await signIn(person))).toBe(13);
    await sql('delete from login_lock');
    await sql("insert into user_allowed_ip (user_id, address) values ($1, '203.0.113.7/32')", [
      userId,
    ]);
    await sql('update user_account set uses_allowed_ips = true where id = $1', [userId]);
    expect(codeOf(await signIn(person))).toBe(55);
    await sql(
      'update user_account set uses_allowed_ips = false, is_enabled = false where id = $1',
      [userId],
    );
    expect(codeOf(await signIn(person))).toBe(21);
  });

  it('is rejected with 36 if its user disabled it, and records the method of each sign-in', async () => {
    const { person, userId } = await harness.signUp();
    await signIn(person);
    expect(
      await sql(
        'select outcome, method from login_event where user_id = $1 order by id desc limit 1',
        [userId],
      ),
    ).toEqual([{ outcome: 'signedIn', method: 'social' }]);
    await sql('update user_account set allows_social_login = false where id = $1', [userId]);
    expect(codeOf(await signIn(person))).toBe(36);
  });

  it('is rejected with 11 for users who are already signed in', async () => {
    const { person } = await harness.signUp();
    const client = await harness.app.signInAs('user');
    expect(codeOf(await harness.travel(client, person))).toBe(11);
  });

  it('is rejected with 31 for a provider the site doesn’t have, and with 36 for a disabled or unavailable one', async () => {
    const client = harness.app.anonymous();
    expect(codeOf(await client.get('/socialAccess/stateToken/unknown/login/login'))).toBe(31);
    await harness.connectProvider('off', { isEnabled: false });
    expect(codeOf(await client.get('/socialAccess/stateToken/off/login/login'))).toBe(36);
    await harness.connectProvider('away', { issuer: `${harness.provider.issuer}/nobody` });
    expect(codeOf(await client.get('/socialAccess/stateToken/away/login/login'))).toBe(36);
    for (const social of ['off', 'away'])
      await harness.app.root.delete(`/socialProviders/${social}`);
  });

  it('finds no account if the site reuses the provider’s name for another provider', async () => {
    const { person } = await harness.signUp();
    await sql(
      "update social_link set subject = 'https://former.example.test ' || $1 where email = $2",
      [person.sub, person.email],
    );
    expect(codeOf(await signIn(person))).toBe(39);
  });
});

describe('a signed-in account', () => {
  it('connects a provider, is notified by email, and can sign in with it from then on', async () => {
    const { client } = await withPassword();
    const other = harness.app.anonymous();
    await other.signIn(client.email, testPassword);
    const identity = harness.person({ email: 'private@example.test', email_verified: false });
    expect((await harness.travel(client, identity, 'connect')).body).toEqual({
      connected: 'company',
      title: 'Company login',
    });
    const [mail] = await mailsTo(harness.app.portal, client.email);
    expect(mail).toMatchObject({
      kind: 'security.policyChanged',
      text: expect.stringContaining('Company login'),
    });
    expect((await other.get('/user')).status).toBe(401);
    expect((await harness.travel(harness.app.anonymous(), identity)).body.userId).toBe(
      client.userId,
    );
    expect((await client.get('/socialAccess/getSocial')).body).toEqual({
      social: ['company'],
      socialLoginEnabled: true,
    });
    expect((await client.get('/socialAccess/socialProfile')).body).toEqual({
      items: [
        expect.objectContaining({
          social: 'company',
          title: 'Company login',
          kind: 'oidc',
          email: 'private@example.test',
          remove: null,
        }),
      ],
    });
  });

  it('can’t connect an identity of another account (38), or a second one of a provider (35)', async () => {
    const { person } = await harness.signUp();
    const { client } = await withPassword();
    expect(codeOf(await harness.travel(client, person, 'connect'))).toBe(38);
    await harness.travel(client, harness.person(), 'connect');
    expect(codeOf(await harness.travel(client, harness.person(), 'connect'))).toBe(35);
    expect(await linksOf(client.userId)).toHaveLength(1);
  });

  it('connects an identity to one of two accounts if both try in parallel', async () => {
    const clients = await Promise.all([withPassword(), withPassword(), withPassword()]);
    const identity = harness.person();
    const answers = await Promise.all(
      clients.map(({ client }) => harness.travel(client, identity, 'connect')),
    );
    expect(answers.filter((answer) => answer.body.connected)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 38)).toHaveLength(2);
  });

  it('can connect in its own session only: not anonymous callers, and not another account in the same browser', async () => {
    expect(
      codeOf(await harness.app.anonymous().get('/socialAccess/stateToken/company/profile/connect')),
    ).toBe(20);
    const { client } = await withPassword();
    const startConnect = () => harness.begin(client, harness.social, 'profile', 'connect');
    const [first, second] = [await startConnect(), await startConnect()];
    const returnFromProvider = ({
      address,
      stateToken,
    }: {
      address: string;
      stateToken: string;
    }) => {
      const { code } = harness.provider.signIn(address, harness.person());
      return client.post('/socialAccess/stateToken', { code, social: harness.social, stateToken });
    };
    await client.get('/logout');
    expect(codeOf(await returnFromProvider(first))).toBe(32);
    const other = await harness.app.signInAs('user');
    await client.signIn(other.email, testPassword);
    expect(codeOf(await returnFromProvider(second))).toBe(32);
    expect(await linksOf(other.userId)).toEqual([]);
  });

  it('requires recent authentication to connect or disconnect', async () => {
    const { client } = await withPassword();
    await harness.travel(client, harness.person(), 'connect');
    shiftClock(6 * 60_000);
    expect(await client.get('/socialAccess/stateToken/second/profile/connect')).toMatchObject({
      status: 403,
      body: { code: [1800] },
    });
    expect(await client.delete('/socialAccess/socialProfile/company')).toMatchObject({
      status: 403,
      body: { code: [1800] },
    });
  });

  it('can disconnect the last one only with a password (40), and can’t disconnect a nonexistent one (35)', async () => {
    const { client, userId } = await harness.signUp();
    expect(codeOf(await client.delete('/socialAccess/socialProfile/company'))).toBe(40);
    const profile = await client.get<{ items: { remove: string | null }[] }>(
      '/socialAccess/socialProfile',
    );
    expect(profile.body.items[0]?.remove).toContain('setting a password');
    await harness.travel(client, harness.person(), 'connect', 'second');
    expect((await client.delete('/socialAccess/socialProfile/company')).body).toEqual({
      done: true,
    });
    expect(codeOf(await client.delete('/socialAccess/socialProfile/company'))).toBe(35);
    expect(codeOf(await client.delete('/socialAccess/socialProfile/second'))).toBe(40);
    expect(await linksOf(userId)).toHaveLength(1);
    const { client: accountClient } = await withPassword();
    await harness.travel(accountClient, harness.person(), 'connect');
    expect((await accountClient.delete('/socialAccess/socialProfile/company')).body).toEqual({
      done: true,
    });
    await harness.travel(accountClient, harness.person(), 'connect');
    await sql('update user_account set allows_email_login = false where id = $1', [
      accountClient.userId,
    ]);
    expect(codeOf(await accountClient.delete('/socialAccess/socialProfile/company'))).toBe(1817);
    expect(await linksOf(accountClient.userId)).toHaveLength(1);
  });

  it('keeps one connection if two are removed in parallel without a password', async () => {
    const { client, userId } = await harness.signUp();
    await harness.travel(client, harness.person(), 'connect', 'second');
    await Promise.all(
      ['company', 'second'].map((social) => client.delete(`/socialAccess/socialProfile/${social}`)),
    );
    expect(await linksOf(userId)).toHaveLength(1);
  });
});
