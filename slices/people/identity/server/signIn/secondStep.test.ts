import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { lastMail, mailsTo, messagesTo } from '../../../../../server/testing/outbox.ts';
import {
  beginSignIn,
  type Factor,
  type ProtectedAccount,
  phone,
  protectAccount,
  type StartedSignIn,
} from '../testing/protectedAccount.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => shiftClock(0));

const codesOf = (answer: { body: { errors?: { code: number; key?: string }[] } }) =>
  answer.body.errors?.map((error) => [error.code, error.key]);

const protect = (...factors: Factor[]) => protectAccount(app, ...factors);
const startSignIn = (account: ProtectedAccount, client?: TestClient) =>
  beginSignIn(app, account, client);

const withApp = ({ client, mediateToken }: StartedSignIn, code: string, more: object = {}) =>
  client.post<{ userId?: string }>('/logintfa', {
    code,
    useTFAGoogle: true,
    mediateToken,
    ...more,
  });

const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

describe('the first step of a protected account', () => {
  it('returns a token and the available methods, and no session', async () => {
    const account = await protect('app', 'email', 'sms');
    const client = app.anonymous();
    const answer = await client.post('/login', { email: account.email, password: testPassword });
    expect(answer.body).toMatchObject({
      useTFAGoogle: true,
      useTFAEmail: true,
      useTFASMS: true,
      useRecovery: true,
      phones: [{ phone: '••••23' }],
    });
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      'cloudberth_step',
    ]);
    expect(answer.headers.get('token')).toBeNull();
  });
});

describe('a code of the authenticator app', () => {
  it('signs in, and can’t be used again', async () => {
    const account = await protect('app');
    const code = account.code();
    expect((await withApp(await startSignIn(account), code)).body).toMatchObject({
      userId: account.userId,
    });
    expect(codesOf(await withApp(await startSignIn(account), code))).toEqual([[51, 'code']]);
    shiftClock(30_000);
    expect((await withApp(await startSignIn(account), account.code())).body).toMatchObject({
      userId: account.userId,
    });
  });

  it('signs in one of fifty parallel uses', async () => {
    const account = await protect('app');
    const started = await Promise.all(Array.from({ length: 4 }, () => startSignIn(account)));
    const code = account.code();
    const answers = await Promise.all(
      Array.from({ length: 48 }, (_, index) => withApp(started[index % 4] as StartedSignIn, code)),
    );
    expect(answers.filter((answer) => answer.body.userId === account.userId)).toHaveLength(1);
    const { rows } = await app.portal.services.database.pool.query(
      'select 1 from session where user_id = $1 and ended_at is null',
      [account.userId],
    );
    expect(rows).toHaveLength(1);
  });

  it('tolerates a drift of one step and no more', async () => {
    const account = await protect('app');
    const step = 30_000;
    // Starts in the middle of a step, so that the step doesn't end during the calls.
    const middle = step / 2 - (Date.now() % step);
    shiftClock(middle);
    const late = account.code();
    shiftClock(middle + step);
    expect((await withApp(await startSignIn(account), late)).body).toMatchObject({
      userId: account.userId,
    });
    const older = account.code();
    shiftClock(middle + 4 * step);
    expect(codesOf(await withApp(await startSignIn(account), older))).toEqual([[51, 'code']]);
  });

  it.each(['', '000000', '12345', 'abcdef', '1234567', ' '])(
    '%j is rejected with 51 at its field',
    async (code) => {
      const account = await protect('app');
      if (account.code() === code) return;
      expect(codesOf(await withApp(await startSignIn(account), code))).toEqual([[51, 'code']]);
    },
  );
});

describe('guessing', () => {
  it('invalidates a token after five attempts, and blocks the account with 13 across all tokens and methods', async () => {
    const account = await protect('app', 'email');
    const first = await startSignIn(account);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(codesOf(await withApp(first, '000000'))).toEqual([[51, 'code']]);
    expect(codesOf(await withApp(first, account.code()))).toEqual([[50, undefined]]);
    expect(
      codesOf(
        await app.anonymous().post('/login', { email: account.email, password: testPassword }),
      ),
    ).toEqual([[13, undefined]]);
    shiftClock(61_000);
    expect(codesOf(await withApp(first, account.code()))).toEqual([[50, undefined]]);
    expect((await withApp(await startSignIn(account), account.code())).body).toMatchObject({
      userId: account.userId,
    });
  });

  it('evaluates no more than the limit out of two hundred parallel guesses', async () => {
    const account = await protect('app');
    const started = await startSignIn(account);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => withApp(started, '000000')),
    );
    expect(answers.filter((answer) => answer.body.errors?.[0]?.code === 51)).toHaveLength(5);
    expect(
      answers.filter((answer) => [13, 50].includes(answer.body.errors?.[0]?.code ?? 0)),
    ).toHaveLength(195);
    expect(codesOf(await withApp(started, account.code()))).toEqual([[50, undefined]]);
  });

  it('can’t be reset by entering the right password in between', async () => {
    const account = await protect('app');
    for (let round = 0; round < 5; round += 1)
      expect(codesOf(await withApp(await startSignIn(account), '000000'))).toEqual([[51, 'code']]);
    expect(
      codesOf(
        await app.anonymous().post('/login', { email: account.email, password: testPassword }),
      ),
    ).toEqual([[13, undefined]]);
  });

  it('blocks longer each time, up to a quarter of an hour', async () => {
    const email = 'longer@example.test';
    await app.signInAs('user', { email });
    let now = 0;
    const waitSeconds: number[] = [];
    for (let block = 0; block < 6; block += 1) {
      let seconds = 0;
      for (let attempt = 0; attempt < 7 && seconds === 0; attempt += 1) {
        const { body } = await app.anonymous().post('/login', { email, password: 'wrong' });
        if (body.errors?.[0]?.code === 13)
          seconds = Number(/(\d+) seconds/.exec(body.errors[0].info)?.[1]);
      }
      waitSeconds.push(seconds);
      now += seconds * 1000 + 1000;
      shiftClock(now);
    }
    expect(waitSeconds).toEqual([60, 120, 240, 480, 900, 900]);
    expect((await app.anonymous().signIn(email, testPassword)).body.userId).toBeTruthy();
  });
});

describe('the second-step token', () => {
  it('is valid for ten minutes', async () => {
    const account = await protect('app');
    const started = await startSignIn(account);
    shiftClock(10 * 60_000 + 1000);
    expect(codesOf(await withApp(started, account.code()))).toEqual([[50, undefined]]);
  });

  it('is valid only in the browser that entered the password, and only for that account', async () => {
    const [account, other] = [await protect('app'), await protect('app')];
    const started = await startSignIn(account);
    expect(codesOf(await withApp({ ...started, client: app.anonymous() }, account.code()))).toEqual(
      [[50, undefined]],
    );
    const mine = await startSignIn(other);
    expect(
      codesOf(await withApp({ ...mine, mediateToken: started.mediateToken }, other.code())),
    ).toEqual([[50, undefined]]);
    expect(codesOf(await withApp(started, account.code(), { email: other.email }))).toEqual([
      [50, undefined],
    ]);
    expect(codesOf(await withApp(started, other.code()))).toEqual([[51, 'code']]);
    expect((await withApp(started, account.code(), { email: account.email })).body).toMatchObject({
      userId: account.userId,
    });
    expect(codesOf(await withApp(started, account.code()))).toEqual([[50, undefined]]);
  });

  it('is issued again to the browser that lost it, and to no other', async () => {
    const account = await protect('app');
    const { client, mediateToken } = await startSignIn(account);
    const responses = [
      await app.anonymous().post('/tfaDetails', { email: account.email, createToken: true }),
      await app
        .anonymous()
        .post('/tfaDetails?paceDisable=0', { email: 'nobody@example.test', createToken: true }),
      await client.post('/tfaDetails', { email: 'nobody@example.test', createToken: true }),
    ];
    expect(new Set(responses.map((answer) => answer.text)).size).toBe(1);
    const own = await client.post<{ mediateToken: string }>('/tfaDetails', {
      email: account.email,
      createToken: true,
    });
    expect(own.body).toMatchObject({ useTFAGoogle: true });
    expect(codesOf(await withApp({ client, mediateToken }, account.code()))).toEqual([
      [50, undefined],
    ]);
    expect(
      (await withApp({ client, mediateToken: own.body.mediateToken }, account.code())).body,
    ).toMatchObject({ userId: account.userId });
  });
});

describe('a code by email or text message', () => {
  const send = ({ client, mediateToken }: StartedSignIn, method: object, path = '/sendtfa') =>
    client.post<{ sent: true }>(path, { ...method, mediateToken });

  it('arrives by email, works once, and is invalidated by the next one', async () => {
    const account = await protect('email');
    const started = await startSignIn(account);
    expect((await send(started, { useEmail: true })).body).toEqual({
      sent: true,
      secondsUntilResend: 30,
    });
    const first = codeIn((await lastMail(app.portal, account.email, 'account.code')).text);
    expect(codesOf(await send(started, { useEmail: true }, '/resendtfa'))).toEqual([
      [52, undefined],
    ]);
    shiftClock(31_000);
    expect((await send(started, { useEmail: true }, '/resendtfa')).body).toMatchObject({
      sent: true,
    });
    const second = codeIn((await lastMail(app.portal, account.email, 'account.code')).text);
    const { client, mediateToken } = started;
    if (first !== second)
      expect(codesOf(await client.post('/logintfa', { code: first, mediateToken }))).toEqual([
        [51, 'code'],
      ]);
    expect((await client.post('/logintfa', { code: second, mediateToken })).body).toMatchObject({
      userId: account.userId,
    });
  });

  it('is valid for ten minutes', async () => {
    const account = await protect('email');
    const started = await startSignIn(account);
    await send(started, { useEmail: true });
    const code = codeIn((await lastMail(app.portal, account.email, 'account.code')).text);
    shiftClock(10 * 60_000 + 1000);
    expect(
      codesOf(await started.client.post('/logintfa', { code, mediateToken: started.mediateToken })),
    ).toEqual([[50, undefined]]);
  });

  it('is sent to the chosen phone', async () => {
    const account = await protect('sms');
    const started = await startSignIn(account);
    expect((await send(started, { useSMS: true, phone: '••••23' })).body).toMatchObject({
      sent: true,
    });
    const code = codeIn((await messagesTo(app.portal, phone))[0] ?? '');
    const answer = await started.client.post('/logintfa', {
      code,
      useTFASMS: true,
      mediateToken: started.mediateToken,
    });
    expect(answer.body).toMatchObject({ userId: account.userId });
  });

  it('isn’t sent by a method that isn’t set up', async () => {
    const started = await startSignIn(await protect('app'));
    expect(codesOf(await send(started, { useEmail: true }))).toEqual([[52, undefined]]);
    expect(codesOf(await send(started, { useSMS: true }))).toEqual([[52, undefined]]);
    expect(codesOf(await send(started, { useSMS: true, phone: '+15555550100' }))).toEqual([
      [52, undefined],
    ]);
  });

  it('isn’t sent for an invalid token', async () => {
    const anonymous = app.anonymous();
    expect(
      codesOf(await anonymous.post('/sendtfa', { useEmail: true, mediateToken: 'x' })),
    ).toEqual([[50, undefined]]);
    expect(
      codesOf(await anonymous.post('/resendtfa', { useEmail: true, mediateToken: 'x' })),
    ).toEqual([[50, undefined]]);
  });
});

describe('a recovery code', () => {
  it('signs in once, regardless of case and hyphens', async () => {
    const account = await protect('app');
    const code = account.recoveryCodes[0] ?? '';
    const submitCode = async (code: string) => {
      const { client, mediateToken } = await startSignIn(account);
      return await client.post('/logintfa', { code: code, useRecovery: true, mediateToken });
    };
    expect((await submitCode(` ${code.toUpperCase().replace('-', ' ')} `)).body).toMatchObject({
      userId: account.userId,
    });
    expect(codesOf(await submitCode(code))).toEqual([[1814, 'code']]);
  });
});

describe('a remembered browser', () => {
  it('skips the second step, but not for another account or after it was removed', async () => {
    const [account, other] = [await protect('app'), await protect('app')];
    const started = await startSignIn(account);
    await withApp(started, account.code(), { rememberBrowser: true });
    const { client } = started;
    await client.get('/logout');
    expect((await client.signIn(account.email, testPassword)).body).toMatchObject({
      userId: account.userId,
    });
    await client.get('/logout');
    await startSignIn(other, client);
    await app.portal.services.database.pool.query(
      'delete from remembered_browser where user_id = $1',
      [account.userId],
    );
    await startSignIn(account, client);
  });

  it('can sign in while anonymous callers have the account blocked', async () => {
    const account = await protect('app');
    const started = await startSignIn(account);
    await withApp(started, account.code(), { rememberBrowser: true });
    await started.client.get('/logout');
    for (let attempt = 0; attempt < 6; attempt += 1)
      await app.anonymous().signIn(account.email, 'wrong');
    expect(codesOf(await app.anonymous().signIn(account.email, testPassword))).toEqual([
      [13, undefined],
    ]);
    expect((await started.client.signIn(account.email, testPassword)).body).toMatchObject({
      userId: account.userId,
    });
  });

  it('has its own lockout, so a stolen one allows no extra guesses', async () => {
    const account = await protect('app');
    const started = await startSignIn(account);
    await withApp(started, account.code(), { rememberBrowser: true });
    await started.client.get('/logout');
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        started.client.post('/login', { email: account.email, password: 'wrong' }),
      ),
    );
    expect(answers.filter((answer) => answer.body.errors?.[0]?.code === 21)).toHaveLength(5);
  });
});

describe('the list of allowed addresses', () => {
  const allow = async (account: ProtectedAccount, range: string) => {
    await app.portal.services.database.db
      .updateTable('user_account')
      .set({ uses_allowed_ips: true })
      .where('id', '=', account.userId)
      .execute();
    await app.portal.services.database.pool.query(
      'insert into user_allowed_ip (user_id, address) values ($1, $2)',
      [account.userId, range],
    );
  };

  it('rejects the right password from elsewhere with 55, without a session or a code', async () => {
    const account = await protect('email');
    await allow(account, '203.0.113.0/24');
    const answer = await app
      .anonymous()
      .post('/login', { email: account.email, password: testPassword });
    expect(codesOf(answer)).toEqual([[55, undefined]]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await mailsTo(app.portal, account.email)).toEqual([]);
    await allow(account, '127.0.0.0/8');
    await startSignIn(account);
  });

  it('ends a session that leaves the allowed addresses with 56', async () => {
    const client = await app.signInAs('user');
    await allow({ userId: client.userId } as ProtectedAccount, '127.0.0.1/32');
    expect((await client.get('/user')).status).toBe(200);
    const { pool } = app.portal.services.database;
    await pool.query("update user_allowed_ip set address = '203.0.113.0/24' where user_id = $1", [
      client.userId,
    ]);
    await pool.query("update session set ip = '203.0.113.9' where user_id = $1", [client.userId]);
    expect(await client.get('/user')).toMatchObject({ status: 401, body: { code: [56] } });
  });
});

it('stores no readable secret, code or token in the database', async () => {
  const account = await protect('app', 'email');
  const started = await startSignIn(account);
  await started.client.post('/sendtfa', { useEmail: true, mediateToken: started.mediateToken });
  const code = codeIn((await lastMail(app.portal, account.email, 'account.code')).text);
  const { pool } = app.portal.services.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const dump: string[] = [];
  for (const { name } of tables)
    dump.push(
      ...(await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows.map(
        ({ row }) => row,
      ),
    );
  const all = dump.join('\n');
  for (const secret of [
    testPassword,
    started.mediateToken,
    account.recoveryCodes[0] ?? 'x',
    account.recoveryCodes[0]?.replace('-', '') ?? 'x',
  ])
    expect(all.includes(secret)).toBe(false);
  expect(dump.filter((row) => row.includes(account.userId)).join('\n')).not.toMatch(
    new RegExp(`\\b${code}\\b`),
  );
});

describe('a site that requires a second factor for a role', () => {
  it('requires an emailed code for an account without one', async () => {
    await app.root.put('/settings/identity.demandsSecondFactor', { value: ['billingAdmin'] });
    const admin = app.anonymous();
    const { email } = await signedOut('billingAdmin');
    const { mediateToken } = (
      await admin.post<{ mediateToken: string }>('/login', { email, password: testPassword })
    ).body;
    await admin.post('/sendtfa', { useEmail: true, mediateToken });
    const code = codeIn((await lastMail(app.portal, email, 'account.code')).text);
    expect((await admin.post('/logintfa', { code, mediateToken })).body).toMatchObject({ email });
    await app.root.put('/settings/identity.demandsSecondFactor', { value: [] });
  });

  async function signedOut(role: 'billingAdmin'): Promise<TestClient> {
    const client = await app.signInAs(role);
    await client.get('/logout');
    return client;
  }
});
