import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../../contract/endpoint.ts';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { profileEndpoints } from '../../contract.ts';
import {
  addPhone,
  appCode,
  codesOf,
  mailsTo,
  readSentCode,
  reasonsOf,
  setUpApp,
  solveCaptcha,
} from '../testing/profileHelpers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => shiftClock(0));

const database = () => app.portal.services.database.db;
const security = async (client: TestClient) =>
  (await client.get('/header/securityDetails')).body as Record<string, unknown>;
const tfa = (client: TestClient, body: Record<string, boolean>, id = client.userId) =>
  client.put(`/header/${id}/tfaUpdate`, body);
const done = { status: 200, body: { done: true } };
const minutes = (count: number) => count * 60_000;

describe('the authenticator app', () => {
  it('is offered without storing anything, set up with a valid code, and announced by email', async () => {
    const client = await app.signInAs('user');
    const { body } = await client.get<Record<string, string>>('/header/generateGoogleCode');
    const secret = body.googleAuthenticatorCode ?? '';
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.googleAuthenticationCode).toBe(secret);
    const picture = Buffer.from(body.googleQRCodeURL?.split(',')[1] ?? '', 'base64').toString();
    expect(picture).toMatch(/^<svg .*<\/svg>$/s);
    expect(await security(client)).toMatchObject({
      validatedCode: false,
      googleAuthenticatorCode: '',
      useTFA: false,
    });
    const answer = await client.put<{ recoveryCodes: string[] }>('/header/validateGoogleCode', {
      secret,
      code: appCode(secret),
    });
    expect(answer.body).toMatchObject({ validatedCode: true });
    expect(new Set(answer.body.recoveryCodes).size).toBe(10);
    expect(await security(client)).toMatchObject({
      validatedCode: true,
      useTFA: true,
      useTFAGoogle: true,
      recoveryCodesLeft: 10,
    });
    const mails = await mailsTo(app, client.email);
    expect(mails).toMatchObject([
      { kind: 'security.policyChanged', values: { change: 'An authenticator app was set up.' } },
    ]);
    const { rows } = await app.portal.services.database.pool.query(
      'select u::text as row from user_account u where id = $1',
      [client.userId],
    );
    expect(rows[0].row).not.toContain(secret);
    const step = await app.anonymous().signIn(client.email, testPassword);
    expect(step.body).toMatchObject({ useTFAGoogle: true, useRecovery: true });
  });

  it('is set up only with a secret issued to this account within fifteen minutes', async () => {
    const [client, other] = [await app.signInAs('user'), await app.signInAs('user')];
    const enable = (secret: string) =>
      client.put('/header/validateGoogleCode', { secret, code: appCode(secret) });
    const own =
      (await client.get<Record<string, string>>('/header/generateGoogleCode')).body
        .googleAuthenticatorCode ?? '';
    const otherSecret =
      (await other.get<Record<string, string>>('/header/generateGoogleCode')).body
        .googleAuthenticatorCode ?? '';
    const changed = `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`;
    for (const secret of [otherSecret, changed, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'])
      expect(reasonsOf(await enable(secret))).toEqual([[54, 'secret']]);
    expect(
      reasonsOf(await client.put('/header/validateGoogleCode', { secret: 'x', code: '000000' })),
    ).toEqual([[54, 'secret']]);
    const right = appCode(own);
    for (const code of [
      '',
      'abcdef',
      right === '123456' ? '654321' : '123456',
      appCode(own, 5),
      appCode(own, -5),
    ])
      expect(
        reasonsOf(await client.put('/header/validateGoogleCode', { secret: own, code })),
      ).toEqual([[54, 'code']]);
    await database()
      .updateTable('session')
      .set({ proved_at: new Date(Date.now() + minutes(16)) })
      .where('user_id', '=', client.userId)
      .execute();
    shiftClock(minutes(15) + 5000);
    expect(reasonsOf(await enable(own))).toEqual([[54, 'secret']]);
    expect(await security(client)).toMatchObject({ validatedCode: false, useTFA: false });
  });

  it('can’t be used to sign in with the code entered during setup', async () => {
    const client = await app.signInAs('user');
    const { code } = await setUpApp(client);
    const anonymous = app.anonymous();
    const step = await anonymous.post<{ mediateToken: string }>('/login', {
      email: client.email,
      password: testPassword,
    });
    const second = await anonymous.post('/logintfa', {
      code,
      useTFAGoogle: true,
      mediateToken: step.body.mediateToken,
    });
    expect(codesOf(second)).toEqual([51]);
  });

  it('leaves no secret behind when it is disabled', async () => {
    const client = await app.signInAs('user');
    await setUpApp(client);
    expect(await tfa(client, { useTFA: false, useTFAGoogle: false })).toMatchObject(done);
    const row = await database()
      .selectFrom('user_account')
      .select('totp_secret')
      .where('id', '=', client.userId)
      .executeTakeFirstOrThrow();
    expect(row.totp_secret).toBeNull();
    expect(reasonsOf(await tfa(client, { useTFAGoogle: true }))).toEqual([[1804, 'useTFAGoogle']]);
    expect((await app.anonymous().signIn(client.email, testPassword)).body).toMatchObject({
      userId: client.userId,
    });
  });
});

describe('two-factor authentication', () => {
  it('rejects methods that aren’t set up, and an empty list', async () => {
    const client = await app.signInAs('user');
    expect(reasonsOf(await tfa(client, { useTFA: true }))).toEqual([[1804, 'useTFA']]);
    expect(reasonsOf(await tfa(client, { useTFA: true, useTFAGoogle: true }))).toEqual([
      [1804, 'useTFAGoogle'],
    ]);
    expect(reasonsOf(await tfa(client, { useTFASMS: true }))).toEqual([[1804, 'useTFASMS']]);
    await database()
      .updateTable('user_account')
      .set({ is_email_validated: false })
      .where('id', '=', client.userId)
      .execute();
    expect(reasonsOf(await tfa(client, { useTFAEmail: true }))).toEqual([[1804, 'useTFAEmail']]);
    await database()
      .updateTable('user_account')
      .set({ is_email_validated: true })
      .where('id', '=', client.userId)
      .execute();
    expect(await tfa(client, { useTFA: true, useTFAEmail: true })).toMatchObject(done);
    expect(reasonsOf(await tfa(client, { useTFAEmail: false }))).toEqual([[1822, 'useTFA']]);
    expect(await security(client)).toMatchObject({ useTFA: true, useTFAEmail: true });
  });

  it('can’t be disabled if the site requires it', async () => {
    const client = await app.signInAs('siteAdmin');
    await setUpApp(client);
    await app.root.put('/settings/identity.demandsSecondFactor', { value: ['siteAdmin'] });
    try {
      expect(reasonsOf(await tfa(client, { useTFA: false }))).toEqual([[1805, 'useTFA']]);
      expect(await security(client)).toMatchObject({ useTFA: true, isTFADemanded: true });
    } finally {
      await app.root.put('/settings/identity.demandsSecondFactor', { value: [] });
    }
    expect(await tfa(client, { useTFA: false })).toMatchObject(done);
  });

  it('ends the other sessions and removes remembered browsers when it changes', async () => {
    const client = await app.signInAs('user');
    const other = app.anonymous();
    await other.signIn(client.email, testPassword);
    await rememberBrowser(client);
    const browsers = () => client.get<{ items: { id: string }[] }>('/header/rememberedBrowsers');
    expect((await browsers()).body.items).toHaveLength(1);
    expect(await tfa(client, { useTFA: true, useTFAEmail: true })).toMatchObject(done);
    expect((await browsers()).body.items).toHaveLength(0);
    expect(await other.get('/user')).toMatchObject({ status: 401, body: { code: [57] } });
    expect((await mailsTo(app, client.email)).at(-1)).toMatchObject({
      values: { change: 'Two-factor authentication was turned on.' },
    });
    const before = (await mailsTo(app, client.email)).length;
    expect(await tfa(client, { useTFA: true, useTFAEmail: true })).toMatchObject(done);
    expect(await mailsTo(app, client.email)).toHaveLength(before);
  });

  it('has recovery codes that are regenerated as a whole', async () => {
    const client = await app.signInAs('user');
    const { secret, recoveryCodes: old } = await setUpApp(client);
    expect(secret).not.toBe('');
    const { body } = await client.post<{ recoveryCodes: string[] }>('/header/recoveryCodes');
    expect(body.recoveryCodes).toHaveLength(10);
    expect(body.recoveryCodes.some((code) => old.includes(code))).toBe(false);
    const step = async (code: string) => {
      const anonymous = app.anonymous();
      const first = await anonymous.post<{ mediateToken: string }>('/login', {
        email: client.email,
        password: testPassword,
      });
      return await anonymous.post('/logintfa', {
        code,
        useRecovery: true,
        mediateToken: first.body.mediateToken,
      });
    };
    expect(codesOf(await step(old[0] ?? ''))).toEqual([1814]);
    expect((await step(body.recoveryCodes[0] ?? '')).body).toMatchObject({ userId: client.userId });
    expect(await security(client)).toMatchObject({ recoveryCodesLeft: 9 });
  });
});

async function rememberBrowser(client: TestClient): Promise<void> {
  await app.portal.services.database.pool.query(
    `insert into remembered_browser (hash, user_id, site_id, user_agent, ip, expires_at)
     values (sha256(gen_random_uuid()::text::bytea), $1, $2, 'curl/8.0', '192.0.2.1', now() + interval '1 day')`,
    [client.userId, app.siteId],
  );
}

describe('a remembered browser', () => {
  it('is listed for its owner and can be removed individually, by its owner only', async () => {
    const [client, other] = [await app.signInAs('user'), await app.signInAs('user')];
    await rememberBrowser(client);
    await rememberBrowser(client);
    const { items } = (
      await client.get<{ items: { id: string; device: string }[] }>('/header/rememberedBrowsers')
    ).body;
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ device: 'curl 8.0', deviceKind: 'program', isThis: false });
    expect(await other.delete(`/header/rememberedBrowsers/${items[0]?.id}`)).toMatchObject({
      status: 404,
    });
    expect(await client.delete(`/header/rememberedBrowsers/${items[0]?.id}`)).toMatchObject(done);
    expect(await client.delete(`/header/rememberedBrowsers/${items[0]?.id}`)).toMatchObject({
      status: 404,
    });
  });
});

describe('a phone', () => {
  let last = 100;
  const newPhone = () => {
    last += 1;
    return `+972500000${last}`;
  };
  const send = async (
    client: TestClient,
    phone: string,
    phoneCaptchaToken?: string,
    path = 'sendTFACode',
  ) =>
    client.post<{ verificationToken: string; secondsUntilResend: number }>(
      `/header/${client.userId}/${path}`,
      {
        phone,
        phoneCaptchaToken: phoneCaptchaToken ?? (await solveCaptcha(client, phone)),
      },
    );
  const verify = (client: TestClient, phone: string, verificationToken: string, tfaCode: string) =>
    client.post(`/header/${client.userId}/phoneVerification`, {
      phone,
      verificationToken,
      tfaCode,
    });

  it('is added with the code sent to it, described, and removed', async () => {
    const client = await app.signInAs('user');
    const phone = newPhone();
    const addressId = await addPhone(app, client, phone);
    expect(addressId).toMatch(/^[\w-]{36}$/);
    expect(
      await client.post('/header/updatePhoneDescription', { addressId, description: 'Work' }),
    ).toMatchObject(done);
    expect(await security(client)).toMatchObject({
      phonesList: [{ addressId, phone, description: 'Work' }],
      smsTFAAllowed: true,
    });
    expect(await tfa(client, { useTFA: true, useTFASMS: true })).toMatchObject(done);
    expect(codesOf(await client.put('/header/removeItemList', { addressId }))).toEqual([1822]);
    await setUpApp(client);
    expect(await client.put('/header/removeItemList', { addressId })).toMatchObject(done);
    expect(await security(client)).toMatchObject({
      phonesList: [],
      useTFASMS: false,
      useTFA: true,
    });
    const changes = (await mailsTo(app, client.email)).map(({ values }) => values.change);
    expect(changes).toEqual(
      expect.arrayContaining(['A phone number was added.', 'A phone number was removed.']),
    );
  });

  it.each(['', '12345', '+0123456789', 'call me', '+1234567890123456'])(
    'is invalid: %j',
    async (phone) => {
      const client = app.root;
      const query = `?phone=${encodeURIComponent(phone)}`;
      expect(codesOf(await client.get(`/header/phoneCaptchaInfo${query}`))).toEqual([1806]);
      expect(codesOf(await client.get(`/header/checkForResendSmsTime${query}`))).toEqual([1806]);
      expect(codesOf(await send(client, phone, 'x'))).toEqual([1806]);
      expect(codesOf(await verify(client, phone, 'x', '000000'))).toEqual([1806]);
    },
  );

  it('gets no code without proof of work, or with one for another phone or account, used twice, or expired', async () => {
    const [client, other] = [await app.signInAs('user'), await app.signInAs('user')];
    const phone = newPhone();
    const expectTokenRejected = async (token: string) =>
      expect(reasonsOf(await send(client, phone, token))).toEqual([[1815, 'phoneCaptchaToken']]);
    const right = await solveCaptcha(client, phone);
    await expectTokenRejected('');
    await expectTokenRejected('1.2.3.4');
    await expectTokenRejected(await solveCaptcha(client, newPhone()));
    await expectTokenRejected(await solveCaptcha(other, phone));
    await expectTokenRejected(right.replace(/\d+$/, '999999999999'));
    expect((await send(client, phone, right)).status).toBe(200);
    await expectTokenRejected(right);
    const late = await solveCaptcha(client, phone);
    await database()
      .updateTable('session')
      .set({ proved_at: new Date(Date.now() + minutes(6)) })
      .where('user_id', '=', client.userId)
      .execute();
    shiftClock(minutes(6));
    await expectTokenRejected(late);
  });

  it('gets one code for many parallel requests with the same proof of work', async () => {
    const client = await app.signInAs('user');
    const phone = newPhone();
    const token = await solveCaptcha(client, phone);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(client, phone, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.flatMap(codesOf)).toEqual(Array(7).fill(1815));
  });

  it('has to wait for the next code, longer each time, and the previous code is invalidated', async () => {
    const client = await app.signInAs('user');
    const phone = newPhone();
    const first = await send(client, phone);
    expect(first.body.secondsUntilResend).toBe(30);
    const firstCode = await readSentCode(app, phone);
    expect(codesOf(await send(client, phone, undefined, 'resendTFACode'))).toEqual([1812]);
    const { body: wait } = await client.get<{ secondsUntilResend: number }>(
      `/header/checkForResendSmsTime?phone=${encodeURIComponent(phone)}`,
    );
    expect(wait.secondsUntilResend).toBeGreaterThan(0);
    expect(wait.secondsUntilResend).toBeLessThanOrEqual(30);
    shiftClock(31_000);
    const second = await send(client, phone, undefined, 'resendTFACode');
    expect(second.body.secondsUntilResend).toBe(60);
    expect(codesOf(await verify(client, phone, first.body.verificationToken, firstCode))).toEqual([
      54,
    ]);
    shiftClock(62_000);
    expect(codesOf(await send(client, phone))).toEqual([1812]);
    shiftClock(110_000);
    expect((await send(client, phone)).body.secondsUntilResend).toBe(120);
  });

  it('allows five attempts', async () => {
    const client = await app.signInAs('user');
    const phone = newPhone();
    const { body } = await send(client, phone);
    const right = await readSentCode(app, phone);
    const wrongCode = right === '000000' ? '111111' : '000000';
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => verify(client, phone, body.verificationToken, wrongCode)),
    );
    expect(answers.flatMap(reasonsOf)).toEqual(Array(20).fill([54, 'tfaCode']));
    expect(codesOf(await verify(client, phone, body.verificationToken, right))).toEqual([54]);
    const { rows } = await app.portal.services.database.pool.query(
      'select tries from phone_verification where phone = $1',
      [phone],
    );
    expect(rows).toEqual([{ tries: 5 }]);
  });

  it('is added once for parallel valid codes, and not with another user’s token', async () => {
    const [client, other] = [await app.signInAs('user'), await app.signInAs('user')];
    const phone = newPhone();
    const { body } = await send(client, phone);
    const code = await readSentCode(app, phone);
    expect(codesOf(await verify(other, phone, body.verificationToken, code))).toEqual([54]);
    expect(codesOf(await verify(client, newPhone(), body.verificationToken, code))).toEqual([54]);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => verify(client, phone, body.verificationToken, code)),
    );
    expect(
      answers.filter(({ status, body: { errors } }) => status === 200 && !errors),
    ).toHaveLength(1);
    expect(codesOf(await send(client, phone))).toEqual([1821]);
  });

  it('is limited to five per account', async () => {
    const client = await app.signInAs('user');
    for (let count = 0; count < 4; count += 1) await addPhone(app, client, newPhone());
    const pendingPhones = await Promise.all(
      [newPhone(), newPhone(), newPhone()].map(async (phone) => ({
        phone,
        token: (await send(client, phone)).body.verificationToken,
      })),
    );
    const codes = await Promise.all(pendingPhones.map(({ phone }) => readSentCode(app, phone)));
    const answers = await Promise.all(
      pendingPhones.map(({ phone, token }, index) =>
        verify(client, phone, token, codes[index] ?? ''),
      ),
    );
    expect(answers.flatMap(codesOf)).toEqual([1807, 1807]);
    expect(codesOf(await send(client, newPhone()))).toEqual([1807]);
    expect(((await security(client)).phonesList as unknown[]).length).toBe(5);
  });

  it('gets a limited number of codes per day', async () => {
    const client = await app.signInAs('user');
    await app.root.put('/settings/sms.perAccountADay', { value: 1 });
    try {
      expect((await send(client, newPhone())).status).toBe(200);
      expect(codesOf(await send(client, newPhone()))).toEqual([1816]);
    } finally {
      await app.root.put('/settings/sms.perAccountADay', { value: 20 });
    }
  });
});

describe('recent authentication', () => {
  const protectedOperations = Object.entries(profileEndpoints as Record<string, Endpoint>).filter(
    ([, endpoint]) => endpoint.proof,
  );

  it.each(protectedOperations)('is required for %s', async (_operation, endpoint) => {
    const client = await app.signInAs('siteAdmin');
    shiftClock(minutes(5) + 1000);
    const path = endpoint.path.replace(/\{\w+\}/g, client.userId);
    expect(
      await client.call(
        endpoint.method,
        path,
        endpoint.body ? (bodies[endpoint.path] ?? {}) : undefined,
      ),
    ).toMatchObject({
      status: 403,
      body: { code: [1800] },
    });
  });

  const phone = { phone: '+972500000001', phoneCaptchaToken: 'x' };
  const bodies: Record<string, unknown> = {
    '/header/additionalEmail': {
      email: 'a@example.test',
      carbonCopyFlagEnabled: true,
      carbonCopyFlag: 0,
    },
    '/header/{id}/allowEmailAccess': { allowEmail: true },
    '/header/{id}/sendTFACode': phone,
    '/header/{id}/resendTFACode': phone,
    '/header/{id}/phoneVerification': {
      phone: phone.phone,
      verificationToken: 'x',
      tfaCode: '000000',
    },
    '/header/validateGoogleCode': { secret: 'x', code: '000000' },
    '/header/addIPAddress': { ipAddress: '192.0.2.1' },
    '/header/removeItemList': { addressId: '00000000-0000-4000-8000-000000000000' },
    '/header/passkeys': { name: 'x', credential: { id: 'x', type: 'public-key' } },
  };
});
