import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDevice } from '../../../../server/platform/origin/index.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { codesOf, reasonsOf, solveCaptcha } from './testing/profileHelpers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const database = () => app.portal.services.database.db;
const done = { status: 200, body: { done: true } };
const addresses = async (client: TestClient) =>
  (
    await client.get<{ allowedIPList: { addressId: string; ipAddress: string }[] }>(
      '/header/securityDetails',
    )
  ).body.allowedIPList;
const add = (client: TestClient, ipAddress: string) =>
  client.put<{ addressId: string }>('/header/addIPAddress', { ipAddress });

describe('allowed IP addresses', () => {
  it('can be added, described and removed, and are stored once', async () => {
    const client = await app.signInAs('user');
    const { addressId } = (await add(client, '192.0.2.7')).body;
    expect((await add(client, '192.0.2.7/32')).body.addressId).toBe(addressId);
    await add(client, '2001:DB8::/32');
    await client.post('/header/updatePhoneDescription', { addressId, description: 'Office' });
    expect(await addresses(client)).toMatchObject([
      { addressId, ipAddress: '192.0.2.7/32', description: 'Office' },
      { ipAddress: '2001:db8::/32' },
    ]);
    expect(await client.put('/header/removeItemList', { addressId })).toMatchObject(done);
    expect(await addresses(client)).toHaveLength(1);
  });

  it.each([
    '',
    '0.1.2.3',
    '256.1.1.1',
    '010.0.0.1',
    '0x7f.0.0.1',
    '1.2.3',
    '1.2.3.4/33',
    'example.test',
    "1.2.3.4'; --",
  ])('reject %j', async (input) =>
    expect(reasonsOf(await add(app.root, input))).toEqual([[1809, 'ipAddress']]),
  );

  it('can only be enabled if the caller is on the list, and the caller can’t be removed afterwards', async () => {
    const client = await app.signInAs('user');
    const setAllowedIP = (useAllowedIP: boolean) =>
      client.put(`/header/${client.userId}/tfaUpdate`, { useAllowedIP });
    expect(codesOf(await setAllowedIP(true))).toEqual([1811]);
    const other = (await add(client, '192.0.2.0/24')).body.addressId;
    expect(codesOf(await setAllowedIP(true))).toEqual([1811]);
    const own = (await add(client, '127.0.0.1')).body.addressId;
    expect(await setAllowedIP(true)).toMatchObject(done);
    expect(codesOf(await client.put('/header/removeItemList', { addressId: own }))).toEqual([1811]);
    expect(await client.put('/header/removeItemList', { addressId: other })).toMatchObject(done);
    expect(codesOf(await client.put('/header/removeItemList', { addressId: own }))).toEqual([1811]);
    expect(await addresses(client)).toHaveLength(1);
    expect((await client.get('/user')).status).toBe(200);
    expect(await setAllowedIP(false)).toMatchObject(done);
    expect(await client.put('/header/removeItemList', { addressId: own })).toMatchObject(done);
  });

  it('are limited to twenty, even for twenty parallel calls at nineteen', async () => {
    const client = await app.signInAs('user');
    for (let count = 1; count < 20; count += 1) await add(client, `192.0.2.${count}`);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => add(client, `198.51.100.${index + 1}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.flatMap(codesOf)).toEqual(Array(19).fill(1810));
    expect(await addresses(client)).toHaveLength(20);
  });

  it('of another user are not found, like nonexistent ones', async () => {
    const [client, other] = [await app.signInAs('user'), await app.signInAs('user')];
    const otherAddressId = (await add(other, '192.0.2.9')).body.addressId;
    const missing = randomUUID();
    for (const call of [
      (addressId: string) => client.put('/header/removeItemList', { addressId }),
      (addressId: string) =>
        client.post('/header/updatePhoneDescription', { addressId, description: 'x' }),
    ]) {
      const [a, b] = [await call(otherAddressId), await call(missing)];
      expect(a.status).toBe(404);
      expect(a.text.replaceAll(otherAddressId, '')).toBe(b.text.replaceAll(missing, ''));
    }
    expect(await addresses(other)).toMatchObject([{ ipAddress: '192.0.2.9/32', description: '' }]);
  });
});

describe('the last sign-in method', () => {
  const passkey = (client: TestClient, id: string) =>
    app.portal.services.database.pool.query(
      "insert into passkey (id, user_id, site_id, public_key, name) values ($1, $2, $3, '\\x00', 'Key')",
      [id, client.userId, app.siteId],
    );
  const allow = (client: TestClient, allowEmail: boolean) =>
    client.put(`/header/${client.userId}/allowEmailAccess`, { allowEmail });

  it('can’t be disabled: email sign-in stays on without a passkey or a linked account', async () => {
    const client = await app.signInAs('user');
    expect(codesOf(await allow(client, false))).toEqual([1817]);
    await app.portal.services.database.pool.query(
      "insert into social_link (site_id, provider, subject, user_id) values ($1, 'google', $2, $3)",
      [app.siteId, randomUUID(), client.userId],
    );
    expect(await allow(client, false)).toMatchObject(done);
    expect(await allow(client, true)).toMatchObject(done);
    expect((await client.get('/header/details')).body).toMatchObject({ allowEmail: true });
  });

  it('can’t be disabled: one of the last two passkeys stays if both are removed at once', async () => {
    const client = await app.signInAs('user');
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) await passkey(client, id);
    expect(await allow(client, false)).toMatchObject(done);
    const answers = await Promise.all(ids.map((id) => client.delete(`/header/passkeys/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.flatMap(codesOf)).toEqual([1817]);
    expect(
      (await client.get<{ passkeys: unknown[] }>('/header/securityDetails')).body.passkeys,
    ).toHaveLength(1);
  });

  it('doesn’t include passkeys that are the only second factor', async () => {
    const client = await app.signInAs('user');
    const id = randomUUID();
    await passkey(client, id);
    expect(await client.put(`/header/${client.userId}/tfaUpdate`, { useTFA: true })).toMatchObject(
      done,
    );
    expect(codesOf(await client.delete(`/header/passkeys/${id}`))).toEqual([1822]);
  });

  it('passkeys are renamed and removed by their owner only, and limited to twenty', async () => {
    const [client, other] = [await app.signInAs('user'), await app.signInAs('user')];
    const id = randomUUID();
    await passkey(client, id);
    expect(await other.put(`/header/passkeys/${id}`, { name: 'Mine' })).toMatchObject({
      status: 404,
    });
    expect(await other.delete(`/header/passkeys/${id}`)).toMatchObject({ status: 404 });
    expect(await client.put(`/header/passkeys/${id}`, { name: 'Phone number' })).toMatchObject(
      done,
    );
    expect((await client.get('/header/securityDetails')).body).toMatchObject({
      passkeys: [{ id, name: 'Phone number' }],
    });
    for (let count = 1; count < 20; count += 1) await passkey(client, randomUUID());
    expect(codesOf(await client.post('/header/passkeys/options'))).toEqual([1823]);
    expect(await client.delete(`/header/passkeys/${id}`)).toMatchObject(done);
    const { body } = await client.post<{ options: { challenge: string; rp: { id: string } } }>(
      '/header/passkeys/options',
    );
    expect(body.options).toMatchObject({ rp: { id: '127.0.0.1' } });
    const forged = {
      id: 'AAAA',
      type: 'public-key',
      rawId: 'AAAA',
      response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
    };
    expect(
      codesOf(await client.post('/header/passkeys', { name: 'x', credential: forged })),
    ).toEqual([1813]);
  });
});

describe('the security settings of another account', () => {
  const calls = (id: string, captcha = 'x') =>
    [
      ['PUT', `/header/${id}/allowEmailAccess`, { allowEmail: true }],
      ['PUT', `/header/${id}/tfaUpdate`, { useTFAEmail: true }],
      ['POST', `/header/${id}/sendTFACode`, { phone: '+972500000900', phoneCaptchaToken: captcha }],
      [
        'POST',
        `/header/${id}/resendTFACode`,
        { phone: '+972500000900', phoneCaptchaToken: captcha },
      ],
      [
        'POST',
        `/header/${id}/phoneVerification`,
        { phone: '+972500000900', verificationToken: 'x', tfaCode: '1' },
      ],
    ] as const;
  const signInMethods = async (id: string) =>
    await database()
      .selectFrom('user_account')
      .select(['uses_tfa_email', 'allows_email_login'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  it('are not available for parents, siblings, or other sites, and return not found', async () => {
    const siteId = await app.makeSite('Reseller');
    const otherSiteId = await app.makeSite('Other reseller');
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    const sibling = await app.signInAs('user', { parentId: parent.userId });
    const otherUser = await app.signInAs('user');
    const admin = await app.signInAs('siteAdmin');
    const secondAdmin = await app.signInAs('siteAdmin');
    const billing = await app.signInAs('billingAdmin');
    const elsewhere = await makeAccount('siteAdmin', siteId);
    const otherAccount = await makeAccount('user', otherSiteId);
    const rejectedPairs: (readonly [TestClient, string])[] = [
      ...([parent, sibling, otherUser].map((other) => [subAccount, other.userId]) as [
        TestClient,
        string,
      ][]),
      ...([otherUser, admin, app.root].map((other) => [parent, other.userId]) as [
        TestClient,
        string,
      ][]),
      ...([app.root, secondAdmin].map((other) => [admin, other.userId]) as [TestClient, string][]),
      [billing, otherUser.userId],
      [parent, elsewhere],
      [parent, otherAccount],
    ];
    for (const [client, id] of rejectedPairs) {
      const missing = randomUUID();
      const missingCalls = calls(missing);
      for (const [index, [method, path, body]] of calls(id).entries()) {
        const answer = await client.call(method, path, body);
        const [, missingPath, missingBody] = missingCalls[index] ?? ['', '', {}];
        const absentAnswer = await client.call(method, missingPath, missingBody);
        expect(answer.status, `${method} ${path}`).toBe(404);
        expect(answer.text.replaceAll(id, '')).toBe(absentAnswer.text.replaceAll(missing, ''));
      }
      expect(await signInMethods(id)).toEqual({ uses_tfa_email: false, allows_email_login: true });
    }
  });

  it('can be changed by a parent account, an administrator above, and root', async () => {
    const siteId = await app.makeSite('Reseller two');
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    const admin = await app.signInAs('siteAdmin');
    const resellerAdmin = await makeAccount('siteAdmin', siteId);
    for (const [client, id] of [
      [parent, subAccount.userId],
      [admin, parent.userId],
      [admin, resellerAdmin],
      [app.root, admin.userId],
    ] as const) {
      expect(
        await client.put(`/header/${id}/tfaUpdate`, { useTFA: true, useTFAEmail: true }),
      ).toMatchObject(done);
      expect(await signInMethods(id)).toMatchObject({ uses_tfa_email: true });
    }
    expect(await subAccount.get('/user')).toMatchObject({ status: 401, body: { code: [57] } });
    const captcha = await solveCaptcha(app.root, '+972500000900');
    const sent = await app.root.post(`/header/${subAccount.userId}/sendTFACode`, {
      phone: '+972500000900',
      phoneCaptchaToken: captcha,
    });
    expect(sent.status).toBe(200);
  });

  it('cannot be changed by a user acting for the account, regardless of other permissions', async () => {
    const owner = await app.signInAs('user');
    const admin = await app.signInAs('siteAdmin');
    await app.portal.services.database.pool.query(
      "update session set acting_for = $1, acting_until = now() + interval '1 hour', acting_may_change = true where user_id = $2 and ended_at is null",
      [owner.userId, admin.userId],
    );
    expect((await admin.get('/header/details')).body).toMatchObject({ userId: owner.userId });
    for (const [method, path, body] of [
      ...calls(owner.userId),
      ['PUT', '/header/password', { oldPass: 'x', newPass: 'y', confirmPass: 'y' }],
      ['PUT', '/header/email', { email: 'a@example.test', password: 'x' }],
      ['GET', '/header/generateGoogleCode', undefined],
      ['PUT', '/header/validateGoogleCode', { secret: 'x', code: '1' }],
      ['POST', '/header/recoveryCodes', undefined],
      ['POST', '/header/passkeys/options', undefined],
      ['PUT', '/header/addIPAddress', { ipAddress: '192.0.2.1' }],
      ['PUT', '/header/removeItemList', { addressId: randomUUID() }],
      ['POST', '/header/sessions/endOthers', undefined],
    ] as const)
      expect(await admin.call(method, path, body), path).toMatchObject({
        status: 403,
        body: { code: [1820] },
      });
  });

  async function makeAccount(role: string, siteId: string): Promise<string> {
    const { id } = await database()
      .insertInto('user_account')
      .values({
        ...{
          site_id: siteId,
          email: `${randomUUID()}@example.test`,
          password_hash: null,
          role,
          parent_id: null,
        },
        ...{ language: null, time_zone: null, date_format: null, deleted_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
});

describe('an account', () => {
  it('is disabled and enabled by an account above, and a dry run changes nothing', async () => {
    const parent = await app.signInAs('user');
    const subAccount = await app.signInAs('user', { parentId: parent.userId });
    const disable = (client: TestClient, userId: string, checkOnly: boolean) =>
      client.put('/header/disable', { userId, checkOnly });
    expect(await disable(parent, subAccount.userId, true)).toMatchObject({
      status: 200,
      body: { checkOnly: true, done: false, sessions: 1 },
    });
    expect((await subAccount.get('/user')).status).toBe(200);
    expect(await disable(parent, subAccount.userId, false)).toMatchObject({
      status: 200,
      body: { done: true },
    });
    expect((await subAccount.get('/user')).status).toBe(401);
    expect(await parent.put('/header/enable', { userId: subAccount.userId })).toMatchObject(done);
    expect((await app.anonymous().signIn(subAccount.email, testPassword)).body).toMatchObject({
      userId: subAccount.userId,
    });
    const otherUser = await app.signInAs('user');
    for (const id of [otherUser.userId, randomUUID()])
      expect(await disable(parent, id, false)).toMatchObject({ status: 404 });
    expect((await otherUser.get('/user')).status).toBe(200);
  });
});

describe('a device', () => {
  const mozilla = 'Mozilla/5.0';
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  it.each([
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/128.0.0.0 Safari/537.36`,
      'Chrome 128 on Windows',
      'computer',
    ],
    [
      `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/128.0.0.0 Safari/537.36 Edg/128.0.1`,
      'Edge 128 on Windows',
      'computer',
    ],
    [
      `${mozilla} (Macintosh; Intel Mac OS X 14_5) ${webkit} Version/17.5 Safari/605.1.15`,
      'Safari 17 on macOS',
      'computer',
    ],
    [
      `${mozilla} (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} Version/17.5 Mobile/15E148 Safari/604.1`,
      'Safari 17 on iPhone',
      'phone',
    ],
    [
      `${mozilla} (Linux; Android 14; Pixel 8) ${webkit} Chrome/128.0.0.0 Mobile Safari/537.36`,
      'Chrome 128 on Android',
      'phone',
    ],
    [
      `${mozilla} (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0`,
      'Firefox 130 on Linux',
      'computer',
    ],
    ['Terraform/1.9.0 (+https://www.terraform.io)', 'Terraform 1.9.0', 'program'],
    ['node', 'node', 'program'],
    ['', 'Unknown device', 'unknown'],
    ['<script>alert(1)</script>', 'Unknown device', 'unknown'],
  ])('%s is displayed as %s', (userAgent, device, deviceKind) =>
    expect(describeDevice(userAgent, 'en')).toEqual({ device, deviceKind }),
  );
});
