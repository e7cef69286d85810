import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { disconnectUser } from '../../../../server/platform/session/session.ts';
import {
  rootEmail,
  startTestApp,
  type TestApp,
  testPassword,
} from '../../../../server/testing/app.ts';
import { recordStatements } from '../../../../server/testing/recordStatements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => shiftClock(0));

const codesOf = (answer: { body: { errors?: { code: number; key?: string }[] } }) =>
  answer.body.errors?.map((error) => [error.code, error.key]);

describe('signing in', () => {
  it('returns the user context, and the token in a header', async () => {
    const client = app.anonymous();
    const answer = await client.signIn(rootEmail, testPassword);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      email: rootEmail,
      accountStatus: 'Ok',
      accountEnabled: true,
    });
    expect(answer.headers.get('token')).toMatch(/^[\w-]{43}$/);
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly.*SameSite=Lax/);
    expect((await client.get('/login')).body).toMatchObject({ email: rootEmail });
  });

  it.each([
    [
      {},
      [
        [25, 'email'],
        [26, 'password'],
      ],
    ],
    [{ email: 'nobody', password: 'x' }, [[12, 'email']]],
    [{ email: rootEmail, password: '' }, [[26, 'password']]],
    [{ email: rootEmail, password: 'wrong' }, [[21, undefined]]],
    [{ email: 'unknown@example.test', password: 'wrong' }, [[21, undefined]]],
  ])(
    'rejects %j with the codes of the specification, in a response with status 200',
    async (form, codes) => {
      const answer = await app.anonymous().post('/login', form);
      expect(answer.status).toBe(200);
      expect(codesOf(answer)).toEqual(codes);
      expect(answer.body.code).toEqual(codes.map(([number]) => number));
    },
  );

  it('responds in the requested language', async () => {
    const client = app.anonymous();
    client.language = 'he';
    expect((await client.post('/login', {})).body.errors?.[0]?.info).toBe('יש להזין כתובת דוא"ל.');
  });

  it('rejects a second sign-in with code 11', async () => {
    expect(
      codesOf(await app.root.post('/login', { email: rootEmail, password: testPassword })),
    ).toEqual([[11, undefined]]);
  });

  it('rejects a disabled account', async () => {
    const client = await app.signInAs('user');
    await app.portal.services.database.db
      .updateTable('user_account')
      .set({ is_enabled: false })
      .where('id', '=', client.userId)
      .execute();
    expect(
      codesOf(
        await app.anonymous().post('/login', { email: client.email, password: testPassword }),
      ),
    ).toEqual([[21, undefined]]);
    expect((await client.get('/user')).body.code).toEqual([57]);
  });

  it('returns 10 if the stored password can’t be read, and 14 while the whole site is suspended', async () => {
    const client = await app.signInAs('user');
    const { db } = app.portal.services.database;
    await db
      .updateTable('user_account')
      .set({ password_hash: 'no hash' })
      .where('id', '=', client.userId)
      .execute();
    expect(
      codesOf(
        await app.anonymous().post('/login', { email: client.email, password: testPassword }),
      ),
    ).toEqual([[10, undefined]]);
    const other = await app.signInAs('user');
    await db
      .updateTable('site')
      .set({ status: 'suspended' })
      .where('id', '=', app.siteId)
      .execute();
    app.portal.sites.forget();
    expect(
      codesOf(await app.anonymous().post('/login', { email: other.email, password: testPassword })),
    ).toEqual([[14, undefined]]);
    await db.updateTable('site').set({ status: 'active' }).where('id', '=', app.siteId).execute();
    app.portal.sites.forget();
  });

  it('stores no readable cookie value or password in the database', async () => {
    const client = await app.signInAs('user');
    const value = client.cookie.split('=')[1] ?? '';
    const sessions = await app.portal.services.database.db
      .selectFrom('session')
      .select('id_hash')
      .execute();
    expect(sessions.some((session) => session.id_hash.toString('base64url') === value)).toBe(false);
    const account = await app.portal.services.database.db
      .selectFrom('user_account')
      .select('password_hash')
      .where('id', '=', client.userId)
      .executeTakeFirstOrThrow();
    expect(account.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('the lockout', () => {
  const tryLogin = (email: string, password = 'wrong') =>
    app.anonymous().post('/login', { email, password });

  it.each(['locked@example.test', 'no-such-account@example.test'])(
    'blocks %s after five failures, with whole seconds that count down to zero',
    async (email) => {
      if (email.startsWith('locked')) await app.signInAs('user', { email });
      for (let failure = 0; failure < 5; failure++)
        expect(codesOf(await tryLogin(email))).toEqual([[21, undefined]]);
      const blocked = await tryLogin(email, testPassword);
      expect(codesOf(blocked)).toEqual([[13, undefined]]);
      const seconds = Number(/(\d+) seconds/.exec(blocked.body.errors?.[0]?.info ?? '')?.[1]);
      expect(seconds).toBeGreaterThan(55);
      shiftClock(30_000);
      expect(
        Number(/(\d+) seconds/.exec((await tryLogin(email)).body.errors?.[0]?.info ?? '')?.[1]),
      ).toBeLessThanOrEqual(30);
      shiftClock(61_000);
      const after = await tryLogin(email, testPassword);
      expect(after.body.errors?.[0]?.code).toBe(email.startsWith('locked') ? undefined : 21);
    },
  );

  it('limits how many parallel guesses are evaluated', async () => {
    const email = 'parallel@example.test';
    await app.signInAs('user', { email });
    const answers = await Promise.all(Array.from({ length: 60 }, () => tryLogin(email)));
    const checkedPasswords = answers.filter((answer) => answer.body.errors?.[0]?.code === 21);
    expect(checkedPasswords).toHaveLength(5);
    expect(answers.filter((answer) => answer.body.errors?.[0]?.code === 13)).toHaveLength(55);
  });
});

it('uses at most three database queries for the first load of a page', async () => {
  const client = await app.signInAs('user');
  await client.get('/user');
  const measured: number[] = [];
  // The portal's own periodic jobs run in the same process, so measure several times and use a
  // measurement they didn't affect.
  for (let time = 0; time < 10; time++) {
    const statements = await recordStatements(async () => {
      const answers = await Promise.all([
        client.get('/header/menu'),
        client.get('/user'),
        client.get('/header/details'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    });
    measured.push(statements.length);
  }
  expect(Math.min(...measured)).toBeGreaterThan(0);
  expect(Math.min(...measured)).toBeLessThanOrEqual(3);
});

describe('losing the session', () => {
  it('returns 401 with code 20 to an anonymous caller and for a forged cookie', async () => {
    const anonymous = app.anonymous();
    expect(await anonymous.get('/user')).toMatchObject({ status: 401, body: { code: [20] } });
    anonymous.cookie = 'cloudberth_session=forged';
    expect(await anonymous.get('/user')).toMatchObject({ status: 401, body: { code: [20] } });
  });

  it('returns code 57 after the user was disconnected', async () => {
    const client = await app.signInAs('user');
    await disconnectUser(app.portal.services.database.db, client.userId);
    expect(await client.get('/user')).toMatchObject({ status: 401, body: { code: [57] } });
  });

  it('returns code 56 when the IP address changed and the account is bound to it', async () => {
    const client = await app.signInAs('user');
    const { db } = app.portal.services.database;
    await db
      .updateTable('user_account')
      .set({ binds_session_to_ip: true })
      .where('id', '=', client.userId)
      .execute();
    await db
      .updateTable('session')
      .set({ ip: '203.0.113.9' })
      .where('user_id', '=', client.userId)
      .execute();
    expect(await client.get('/user')).toMatchObject({ status: 401, body: { code: [56] } });
    expect(await client.get('/user')).toMatchObject({ status: 401, body: { code: [56] } });
  });

  it('rejects a change without the token, or with another session’s, with code 58', async () => {
    const client = await app.signInAs('user');
    const other = await app.signInAs('user');
    for (const token of ['', other.token, 'x']) {
      const answer = await client.call('PUT', '/header/language', { language: 'he' }, { token });
      expect(answer).toMatchObject({ status: 401, body: { code: [58] } });
    }
    expect((await client.get<{ language: string }>('/user')).body.language).toBe('en');
  });

  it('happens after the idle and the absolute limit of the server clock', async () => {
    const client = await app.signInAs('user');
    shiftClock(5 * 3_600_000);
    expect(await client.get('/user')).toMatchObject({ status: 401, body: { code: [24] } });
  });

  it('rejects a change that another site makes the browser send', async () => {
    const client = await app.signInAs('user');
    const answer = await client.call('GET', '/logout', undefined, {
      'sec-fetch-site': 'cross-site',
    });
    expect(answer.status).toBe(403);
    expect((await client.get('/user')).status).toBe(200);
  });

  it('ends the session permanently at sign-out', async () => {
    const client = await app.signInAs('user');
    const { cookie } = client;
    expect((await client.get('/logout')).body).toEqual({ isLoggedIn: false });
    client.cookie = cookie;
    expect((await client.get('/user')).status).toBe(401);
    expect((await client.get('/loginCheck')).body).toMatchObject({ isLoggedIn: false });
  });
});
