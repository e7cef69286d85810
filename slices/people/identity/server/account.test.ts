import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../server/testing/app.ts';
import { lastMail, mailsTo, tokenIn } from '../../../../server/testing/outbox.ts';
import { issueToken } from '../../credentials/server/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(async () => {
  shiftClock(0);
  await app.portal.services.database.db
    .updateTable('site')
    .set({ sign_up: 2, requires_email_validation: true })
    .execute();
  await app.portal.services.database.pool.query('delete from pace');
});

const validPassword = 'Winter_Garden_88';
const codesOf = (answer: { body: { errors?: { code: number; key?: string }[] } }) =>
  answer.body.errors?.map((error) => [error.code, error.key]);
const signUp = (email: string, password = validPassword, passwordRepeat = password) =>
  app
    .anonymous()
    .post<{ emailValidationRequired: boolean }>('/create', { email, password, passwordRepeat });
async function setSite(values: {
  sign_up?: number;
  requires_email_validation?: boolean;
  status?: string;
}): Promise<void> {
  await app.portal.services.database.db
    .updateTable('site')
    .set(values)
    .where('id', '=', app.siteId)
    .execute();
  app.portal.sites.forget();
}

describe('signing up', () => {
  it('creates an account that can be used after its address is verified', async () => {
    const email = 'new@example.test';
    const created = await signUp(email);
    expect(created).toMatchObject({
      status: 200,
      body: { created: true, emailValidationRequired: true },
    });
    const client = app.anonymous();
    expect((await client.signIn(email, validPassword)).body).toMatchObject({
      email,
      emailValidationRequired: true,
      role: 'user',
    });
    expect((await client.get('/servers')).body.code).toEqual([1818]);
    const mail = await lastMail(app.portal, email, 'account.validate');
    expect(await app.anonymous().post('/validate', { token: tokenIn(mail) })).toMatchObject({
      status: 200,
      body: { email },
    });
    expect((await client.get('/servers')).status).toBe(200);
    expect((await client.get('/user')).body).toMatchObject({ emailValidationRequired: false });
  });

  it.each([
    [
      {},
      [
        [25, 'email'],
        [26, 'password'],
        [27, 'passwordRepeat'],
      ],
    ],
    [{ email: 'x', password: validPassword, passwordRepeat: validPassword }, [[12, 'email']]],
    [{ email: 'a@example.test', password: 'Ab_12', passwordRepeat: 'Ab_12' }, [[15, 'password']]],
    [
      { email: 'a@example.test', password: 'Ab_1'.repeat(6), passwordRepeat: 'Ab_1'.repeat(6) },
      [[15, 'password']],
    ],
    [
      { email: 'a@example.test', password: validPassword, passwordRepeat: 'Winter_Garden_89' },
      [[16, 'passwordRepeat']],
    ],
    [
      { email: 'a@example.test', password: 'password1', passwordRepeat: 'password1' },
      [[29, 'password']],
    ],
    [
      { email: 'a@example.test', password: 'with space 77', passwordRepeat: 'with space 77' },
      [[29, 'password']],
    ],
    [
      { email: 'valentina@example.test', password: 'valentina1', passwordRepeat: 'valentina1' },
      [[29, 'password']],
    ],
  ])('rejects %j with the codes of the specification', async (form, codes) => {
    const answer = await app.anonymous().post('/create', form);
    expect(answer.status).toBe(200);
    expect(codesOf(answer)).toEqual(codes);
  });

  it('responds the same for a taken and a free address, and notifies the owner', async () => {
    const existing = await app.signInAs('user');
    const [takenAnswer, freeAnswer] = [
      await signUp(existing.email.toUpperCase()),
      await signUp('free@example.test'),
    ];
    expect(takenAnswer.text).toBe(freeAnswer.text);
    expect((await mailsTo(app.portal, existing.email))[0]).toMatchObject({
      kind: 'account.exists',
    });
    const secondClient = app.anonymous();
    expect((await secondClient.signIn(existing.email, testPassword)).body).toMatchObject({
      userId: existing.userId,
    });
  });

  it('rejects a taken address with 17 if the site requires no verification', async () => {
    await setSite({ requires_email_validation: false });
    expect((await signUp('first@example.test')).body).toMatchObject({
      created: true,
      emailValidationRequired: false,
    });
    expect(codesOf(await signUp('FIRST@example.test'))).toEqual([[17, 'email']]);
  });

  it('creates one account for twenty parallel requests', async () => {
    await setSite({ requires_email_validation: false });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp('race@example.test')),
    );
    expect(answers.filter((answer) => answer.body.errors === undefined)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.errors?.[0]?.code === 17)).toHaveLength(19);
  });

  it.each([0, 1])(
    'is rejected with 42 if the site has no open sign-up (policy %i)',
    async (policy) => {
      await setSite({ sign_up: policy });
      expect(codesOf(await signUp('closed@example.test'))).toEqual([[42, undefined]]);
      expect((await app.anonymous().get('/create')).body).toMatchObject({ isOpen: false });
    },
  );

  it('returns 28 on a suspended site, and 19 without leaving any data if the account can’t be saved', async () => {
    await setSite({ status: 'suspended' });
    expect(codesOf(await signUp('suspended@example.test'))).toEqual([[28, undefined]]);
    await setSite({ status: 'active' });
    const { pool } = app.portal.services.database;
    const administration = app.administration.db;
    await sql`create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`.execute(
      administration,
    );
    await sql`create trigger refuse_mail before insert on mail_message for each row execute function refuse_mail()`.execute(
      administration,
    );
    expect(codesOf(await signUp('half@example.test'))).toEqual([[19, undefined]]);
    await sql`drop function refuse_mail() cascade`.execute(administration);
    expect(
      (await pool.query("select 1 from user_account where email = 'half@example.test'")).rows,
    ).toEqual([]);
  });

  it('is rejected with 11 for a signed-in user', async () => {
    expect(codesOf(await app.root.post('/create', {}))).toEqual([[11, undefined]]);
  });

  it('is rate limited per address', async () => {
    const answers = [];
    for (let time = 0; time < 31; time += 1) answers.push(await signUp(`many${time}@example.test`));
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: [1008] } });
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('accepts long passphrases of any characters if the site requires strong passwords', async () => {
    await app.root.put('/settings/identity.passwordPolicy', { value: 'strong' });
    expect(codesOf(await signUp('strong@example.test', 'Short_one_7'))).toEqual([[15, 'password']]);
    expect((await signUp('strong@example.test', 'שלושה סוסים אוכלים תותים')).body).toMatchObject({
      created: true,
    });
    await app.root.put('/settings/identity.passwordPolicy', { value: 'classic' });
  });
});

describe('verifying an address', () => {
  it('works once and within an hour', async () => {
    const email = 'prove@example.test';
    await signUp(email);
    const token = tokenIn(await lastMail(app.portal, email, 'account.validate'));
    shiftClock(61 * 60_000);
    expect(codesOf(await app.anonymous().post('/validate', { token }))).toEqual([[18, undefined]]);
    shiftClock(0);
    expect((await app.anonymous().post('/validate', { token })).body).toEqual({ email });
    expect(codesOf(await app.anonymous().post('/validate', { token }))).toEqual([[18, undefined]]);
  });

  it('can be requested again once a minute, which invalidates the older link', async () => {
    const email = 'again@example.test';
    await signUp(email);
    const first = tokenIn(await lastMail(app.portal, email, 'account.validate'));
    const client = app.anonymous();
    await client.signIn(email, validPassword);
    expect((await client.put('/revalidate')).status).toBe(200);
    expect(await client.put('/revalidate')).toMatchObject({ status: 429, body: { code: [1812] } });
    expect(codesOf(await app.anonymous().post('/validate', { token: first }))).toEqual([
      [18, undefined],
    ]);
    const second = tokenIn(await lastMail(app.portal, email, 'account.validate'));
    expect((await app.anonymous().post('/validate', { token: second })).body).toEqual({ email });
  });
});

describe('a forgotten password', () => {
  const requestReset = async (email: string) => {
    expect((await app.anonymous().post('/forgot', { email })).body).toEqual({ done: true });
    return await vi.waitFor(
      async () => tokenIn(await lastMail(app.portal, email, 'account.reset')),
      { timeout: 5000 },
    );
  };

  it('is reset with the emailed link, which ends every session and the lockout', async () => {
    const client = await app.signInAs('user');
    const token = await requestReset(client.email);
    for (let failure = 0; failure < 5; failure += 1)
      await app.anonymous().signIn(client.email, 'wrong');
    expect((await app.anonymous().get(`/reset/${token}`)).body).toEqual({
      email: client.email,
      isInvitation: false,
      signInAddress: null,
    });
    const answer = await app.anonymous().post('/reset', {
      email: client.email,
      token,
      password: validPassword,
      passwordRepeat: validPassword,
    });
    expect(answer.body).toEqual({ done: true });
    expect((await client.get('/user')).body.code).toEqual([57]);
    expect(codesOf(await app.anonymous().signIn(client.email, testPassword))).toEqual([
      [21, undefined],
    ]);
    expect((await app.anonymous().signIn(client.email, validPassword)).body).toMatchObject({
      userId: client.userId,
    });
  });

  it('keeps the link valid if the new password is rejected', async () => {
    const client = await app.signInAs('user');
    const token = await requestReset(client.email);
    const reset = (password: string, passwordRepeat: string) =>
      app.anonymous().post('/reset', { token, password, passwordRepeat });
    expect(codesOf(await reset('short', 'short'))).toEqual([[15, 'password']]);
    expect(codesOf(await reset(validPassword, 'Winter_Garden_89'))).toEqual([
      [16, 'passwordRepeat'],
    ]);
    expect(codesOf(await reset('', ''))).toEqual([
      [26, 'password'],
      [27, 'passwordRepeat'],
    ]);
    expect((await reset(validPassword, validPassword)).body).toEqual({ done: true });
  });

  it('is reset by one of fifty parallel uses of the link, and the others get 18', async () => {
    const client = await app.signInAs('user');
    const token = await requestReset(client.email);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        app.anonymous().post('/reset', {
          token,
          password: `${validPassword}${index}`,
          passwordRepeat: `${validPassword}${index}`,
        }),
      ),
    );
    expect(answers.filter((answer) => answer.body.done === true)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.errors?.[0]?.code === 18)).toHaveLength(49);
  });

  it('invalidates the older link on a new request, and every link after an hour', async () => {
    const client = await app.signInAs('user');
    const first = await requestReset(client.email);
    await app.anonymous().post('/forgot', { email: client.email });
    const second = await vi.waitFor(
      async () => {
        const token = tokenIn(await lastMail(app.portal, client.email, 'account.reset'));
        expect(token).not.toBe(first);
        return token;
      },
      { timeout: 15_000 },
    );
    expect(codesOf(await app.anonymous().get(`/reset/${first}`))).toEqual([[18, undefined]]);
    shiftClock(61 * 60_000);
    expect(codesOf(await app.anonymous().get(`/reset/${second}`))).toEqual([[18, undefined]]);
  });

  it.each([
    [{}, [[25, 'email']]],
    [{ email: 'nobody' }, [[22, 'email']]],
  ])('rejects %j', async (form, codes) => {
    expect(codesOf(await app.anonymous().post('/forgot', form))).toEqual(codes);
  });

  it('responds the same for an address without an account, and sends no email', async () => {
    const known = await app.signInAs('user');
    const [a, b] = [
      await app.anonymous().post('/forgot', { email: known.email }),
      await app.anonymous().post('/forgot', { email: 'nobody@example.test' }),
    ];
    expect(b.text).toBe(a.text);
    expect(await mailsTo(app.portal, 'nobody@example.test')).toEqual([]);
  });

  it('uses the stored hostname in its link, regardless of the hostname the caller sends', async () => {
    const client = await app.signInAs('user');
    await app
      .anonymous()
      .call(
        'POST',
        '/forgot',
        { email: client.email },
        { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
      );
    const mail = await vi.waitFor(() => lastMail(app.portal, client.email, 'account.reset'), {
      timeout: 15_000,
    });
    expect(mail.values.link).toMatch(/^http:\/\/127\.0\.0\.1/);
  });

  it('isn’t reset with the link of another address', async () => {
    const client = await app.signInAs('user');
    const token = await requestReset(client.email);
    const answer = await app.anonymous().post('/reset', {
      email: 'other@example.test',
      token,
      password: validPassword,
      passwordRepeat: validPassword,
    });
    expect(codesOf(answer)).toEqual([[18, undefined]]);
  });
});

describe('an invitation', () => {
  it('sets the first password and verifies the address', async () => {
    const client = await app.signInAs('user');
    const { services, sites } = app.portal;
    await services.database.db
      .updateTable('user_account')
      .set({ is_email_validated: false })
      .where('id', '=', client.userId)
      .execute();
    const ctx = systemContext(services, {
      site: await sites.byId(app.siteId),
      log: app.portal.app.log as never,
    });
    const token = await issueToken(ctx, { kind: 'invite', userId: client.userId, ttlMinutes: 60 });
    expect((await app.anonymous().get(`/reset/${token}`)).body).toEqual({
      email: client.email,
      isInvitation: true,
      signInAddress: null,
    });
    expect(
      (
        await app
          .anonymous()
          .post('/reset', { token, password: validPassword, passwordRepeat: validPassword })
      ).body,
    ).toEqual({ done: true });
    expect((await app.anonymous().signIn(client.email, validPassword)).body).toMatchObject({
      emailValidationRequired: false,
    });
  });
});

describe('a one-time token of a trusted site', () => {
  it('signs in once, and not for a locked account', async () => {
    const client = await app.signInAs('user');
    const { services, sites } = app.portal;
    const ctx = systemContext(services, {
      site: await sites.byId(app.siteId),
      log: app.portal.app.log as never,
    });
    const issueAutoLogin = () =>
      issueToken(ctx, { kind: 'autoLogin', userId: client.userId, ttlMinutes: 1 });
    const token = await issueAutoLogin();
    expect((await app.anonymous().post('/autoLogin', { token })).body).toMatchObject({
      userId: client.userId,
    });
    expect(codesOf(await app.anonymous().post('/autoLogin', { token }))).toEqual([[18, undefined]]);
    for (let failure = 0; failure < 6; failure += 1)
      await app.anonymous().signIn(client.email, 'wrong');
    expect(
      codesOf(await app.anonymous().post('/autoLogin', { token: await issueAutoLogin() })),
    ).toEqual([[13, undefined]]);
  });
});
