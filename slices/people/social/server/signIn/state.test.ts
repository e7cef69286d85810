import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Defect } from '../../../../../drivers/social/testing/fakeProvider.ts';
import { FakeProvider } from '../../../../../drivers/social/testing/fakeProvider.ts';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { clientAt } from '../../../../sites/sites/server/testing/hostClient.ts';
import { codeOf, Harness } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.open();
}, 60_000);
afterAll(() => harness.close());
afterEach(() => {
  shiftClock(0);
  harness.provider.defect = null;
});

const callbackBody = (code: string, stateToken: string, more: object = {}) => ({
  code,
  social: harness.social,
  stateToken,
  ...more,
});

/** Expects that no session was created. */
const expectSignedOut = async (client: { get(path: string): Promise<{ status: number }> }) =>
  expect((await client.get('/user')).status).toBe(401);

describe('a sign-in attempt with a provider', () => {
  it('uses PKCE, state and nonce, and returns to our own host', async () => {
    const client = harness.app.anonymous();
    const { address, stateToken } = await harness.begin(client);
    const url = new URL(address);
    expect(url.origin).toBe(harness.provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'portal',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: stateToken,
      redirect_uri: `${harness.app.address}/socialProcess/company`,
    });
    expect(address).not.toContain(encodeURIComponent(harness.provider.clientSecret));
  });

  it('returns to the remote sign-in page if it started there', async () => {
    const { address } = await harness.begin(
      harness.app.anonymous(),
      harness.social,
      'login',
      'remote',
    );
    expect(new URL(address).searchParams.get('redirect_uri')).toBe(
      `${harness.app.address}/remoteSocial/socialProcess/company`,
    );
  });

  it('stores nothing for anonymous callers who only start it', async () => {
    const rows = async () =>
      (
        await harness.app.portal.services.database.pool.query(
          "select (select count(*) from spent_proof) || ' ' || (select count(*) from session) || ' ' || (select count(*) from pace) as rows",
        )
      ).rows[0];
    const before = await rows();
    for (let time = 0; time < 20; time++) await harness.begin(harness.app.anonymous());
    const anonymous = harness.app.anonymous();
    await harness.begin(anonymous);
    expect(await rows()).toEqual(before);
    expect(anonymous.cookie).toMatch(/^cloudberth_social=[\w-]{43}$/);
  });

  it('uses the site’s only provider if none is named', async () => {
    const answer = await harness.app
      .anonymous()
      .get<{ address: string }>('/socialAccess/stateToken');
    expect(new URL(answer.body.address).origin).toBe(harness.provider.issuer);
    await harness.connectProvider('second');
    expect(codeOf(await harness.app.anonymous().get('/socialAccess/stateToken'))).toBe(31);
    await harness.app.root.delete('/socialProviders/second');
  });

  it('is bound to a cookie that scripts can’t read', async () => {
    const answer = await harness.app
      .anonymous()
      .get(`/socialAccess/stateToken/${harness.social}/login/login`);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^cloudberth_social=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it.each([
    'issuer',
    'audience',
    'nonce',
    'expired',
    'unsigned',
    'secretSigned',
    'otherKey',
    'noSubject',
  ] satisfies Defect[])('is rejected if the provider’s response is wrong: %s', async (defect) => {
    const client = harness.app.anonymous();
    harness.provider.defect = defect;
    expect(codeOf(await harness.travel(client, harness.person()))).toBe(36);
    await expectSignedOut(client);
  });

  it('is rejected with a used state, in any encoding', async () => {
    const client = harness.app.anonymous();
    const identity = (await harness.signUp()).person;
    const { address, stateToken } = await harness.begin(client);
    const { code } = harness.provider.signIn(address, identity);
    const first = await client.post('/socialAccess/stateToken', callbackBody(code, stateToken));
    expect(first.body).toMatchObject({ userId: expect.any(String) });
    await client.get('/logout');
    const other = harness.provider.signIn(address, identity).code;
    for (const token of [
      stateToken,
      `${stateToken}=`,
      `${stateToken.slice(0, -1)}${stateToken.endsWith('A') ? 'B' : 'A'}`,
      ` ${stateToken}`,
    ])
      expect(
        codeOf(await client.post('/socialAccess/stateToken', callbackBody(other, token))),
      ).toBe(32);
    await expectSignedOut(client);
  });

  it('is completed once by twenty parallel requests', async () => {
    const client = harness.app.anonymous();
    const identity = (await harness.signUp()).person;
    const { address, stateToken } = await harness.begin(client);
    const codes = Array.from({ length: 20 }, () => harness.provider.signIn(address, identity).code);
    const { cookie } = client;
    const answers = await Promise.all(
      codes.map((code) => {
        const secondClient = harness.app.anonymous();
        secondClient.cookie = cookie;
        return secondClient.post<{ userId?: string }>(
          '/socialAccess/stateToken',
          callbackBody(code, stateToken),
        );
      }),
    );
    expect(answers.filter((answer) => answer.body.userId !== undefined)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 32)).toHaveLength(19);
  });

  it('is rejected in another browser', async () => {
    const { address, stateToken } = await harness.begin(harness.app.anonymous());
    const { code } = harness.provider.signIn(address, harness.person());
    const otherBrowser = harness.app.anonymous();
    expect(
      codeOf(await otherBrowser.post('/socialAccess/stateToken', callbackBody(code, stateToken))),
    ).toBe(32);
    const other = harness.app.anonymous();
    await harness.begin(other);
    expect(
      codeOf(await other.post('/socialAccess/stateToken', callbackBody(code, stateToken))),
    ).toBe(32);
  });

  it('is rejected at another site, with the cookie and a provider of the same name there', async () => {
    const siteId = await harness.app.makeSite('Other');
    const { database, secrets } = harness.app.portal.services;
    await database.pool.query('update site set hosts = $2 where id = $1', [
      siteId,
      ['cloud.other.test'],
    ]);
    harness.app.portal.sites.forget();
    const { clientId, clientSecret, issuer } = harness.provider;
    await database.pool.query(
      "insert into social_provider (site_id, code, title, issuer, client_id, client_secret) values ($1, 'company', 'Same', $2, $3, $4)",
      [
        siteId,
        issuer,
        clientId,
        secrets.seal(clientSecret, {
          column: 'social_provider.client_secret',
          row: `${siteId} company`,
        }),
      ],
    );
    const currentClient = harness.app.anonymous();
    const { address, stateToken } = await harness.begin(currentClient);
    const otherSiteClient = clientAt(harness.app.address, 'cloud.other.test');
    otherSiteClient.cookie = currentClient.cookie;
    const { code } = harness.provider.signIn(address, harness.person());
    const requestCount = harness.provider.asked.length;
    expect(
      codeOf(
        await otherSiteClient.post('/socialAccess/stateToken', callbackBody(code, stateToken)),
      ),
    ).toBe(32);
    // Rejected by the portal itself, without a request to the provider.
    expect(harness.provider.asked).toHaveLength(requestCount);
    const own = await otherSiteClient.get<{ address: string }>(
      '/socialAccess/stateToken/company/login/login',
    );
    expect(new URL(own.body.address).searchParams.get('redirect_uri')).toMatch(
      /^http:\/\/cloud\.other\.test(:\d+)?\/socialProcess\/company$/,
    );
  });

  it('is rejected with a used code, or one of another attempt', async () => {
    const client = harness.app.anonymous();
    const first = await harness.begin(client);
    const { code } = harness.provider.signIn(first.address, harness.person());
    expect(
      (await client.post('/socialAccess/stateToken', callbackBody(code, first.stateToken))).body,
    ).toHaveProperty('newAccount');
    const second = await harness.begin(client);
    expect(
      codeOf(await client.post('/socialAccess/stateToken', callbackBody(code, second.stateToken))),
    ).toBe(32);
    // A code issued to another user: PKCE binds it to their sign-in.
    const victim = await harness.begin(harness.app.anonymous());
    const stolen = harness.provider.signIn(victim.address, harness.person()).code;
    const third = await harness.begin(client);
    expect(
      codeOf(await client.post('/socialAccess/stateToken', callbackBody(stolen, third.stateToken))),
    ).toBe(32);
  });

  it('is rejected if providers are mixed up, by the path or by the name in the response', async () => {
    const other = await FakeProvider.start();
    try {
      await harness.connectProvider('second');
      const client = harness.app.anonymous();
      const { address, stateToken } = await harness.begin(client);
      const { code } = harness.provider.signIn(address, harness.person());
      expect(
        codeOf(
          await client.post('/socialAccess/stateToken', { code, social: 'second', stateToken }),
        ),
      ).toBe(32);
      expect(
        codeOf(
          await client.post(
            '/socialAccess/stateToken',
            callbackBody(code, stateToken, { iss: other.issuer }),
          ),
        ),
      ).toBe(36);
    } finally {
      await harness.app.root.delete('/socialProviders/second');
      await other.close();
    }
  });

  it('expires after ten minutes with code 41', async () => {
    const client = harness.app.anonymous();
    const { address, stateToken } = await harness.begin(client);
    const { code } = harness.provider.signIn(address, harness.person());
    shiftClock(10 * 60_000 + 1000);
    expect(
      codeOf(await client.post('/socialAccess/stateToken', callbackBody(code, stateToken))),
    ).toBe(41);
  });

  it('is rejected with an unsigned token', async () => {
    const client = harness.app.anonymous();
    const { stateToken } = await harness.begin(client);
    const [body = '', signature = ''] = stateToken.split('.');
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const forged = Buffer.from(JSON.stringify({ ...payload, handler: 'remote' })).toString(
      'base64url',
    );
    for (const token of [
      `${forged}.${signature}`,
      body,
      `${body}.`,
      `.${signature}`,
      '',
      'x',
      `${stateToken}.x`,
      '💥',
      'e30.e30',
    ])
      expect(
        codeOf(await client.post('/socialAccess/stateToken', callbackBody('code', token))),
        token,
      ).toBe(32);
  });
});
