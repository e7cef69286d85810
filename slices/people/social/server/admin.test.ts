import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../server/testing/client.ts';
import { codeOf, Harness } from './testing/harness.ts';

let harness: Harness;
let admin: TestClient;
beforeAll(async () => {
  harness = await Harness.open();
  admin = await harness.app.signInAs('siteAdmin');
}, 60_000);
afterAll(() => harness.close());

type Listed = {
  items: {
    social: string;
    isConnected: boolean;
    isEnabled: boolean;
    issuer: string;
    title: string;
    redirectAddresses: string[];
  }[];
};
const google = {
  title: 'Google',
  clientId: 'id-of-google',
  clientSecret: 'canary-secret',
  isEnabled: true,
};

describe('sign-in providers of a site', () => {
  it('are listed with the values to enter at the provider, connected or not', async () => {
    const { body } = await admin.get<Listed>('/socialProviders');
    expect(body.items.map(({ social, isConnected }) => [social, isConnected])).toEqual([
      ['company', true],
      ...['google', 'microsoft', 'facebook', 'github', 'linkedin'].map((social) => [social, false]),
    ]);
    expect(body.items.find(({ social }) => social === 'google')).toMatchObject({
      issuer: 'https://accounts.google.com',
      redirectAddresses: [
        `${harness.app.address}/socialProcess/google`,
        `${harness.app.address}/remoteSocial/socialProcess/google`,
      ],
    });
  });

  it('are offered when connected and enabled, and their secret is never shown', async () => {
    expect((await admin.put('/socialProviders/google', google)).body).toEqual({ done: true });
    const answer = await harness.app
      .anonymous()
      .get<{ items: unknown[] }>('/socialAccess/socialAllowed');
    expect(answer.body.items).toEqual([
      { social: 'company', title: 'Company login', kind: 'oidc' },
      { social: 'google', title: 'Google', kind: 'google' },
    ]);
    expect(
      (
        await admin.put('/socialProviders/google', {
          ...google,
          clientSecret: undefined,
          isEnabled: false,
        })
      ).status,
    ).toBe(200);
    expect((await harness.app.anonymous().get('/socialAccess/socialAllowed')).text).not.toContain(
      'google',
    );
    expect((await admin.get('/socialProviders')).text).not.toContain('canary-secret');
    const { rows } = await harness.app.portal.services.database.pool.query(
      "select (select string_agg(e::text, '') from audit_entry e) || (select string_agg(encode(client_secret, 'escape'), '') from social_provider) as everything",
    );
    expect(rows[0].everything).not.toContain('canary-secret');
    expect(rows[0].everything).toContain('set anew');
  });

  it('count their connected accounts, including those that moved to another site', async () => {
    const { db } = harness.app.portal.services.database;
    const siteId = await harness.app.makeSite('Beside');
    await db.updateTable('site').set({ path: siteId }).where('id', '=', siteId).execute();
    const linked = await harness.app.signInAs('user');
    await sql`insert into social_link (site_id, provider, subject, user_id) values (${harness.app.siteId}, 'company', 'moved-away', ${linked.userId})`.execute(
      db,
    );
    const count = async () =>
      (
        await admin.get<{ items: { social: string; accounts: number }[] }>('/socialProviders')
      ).body.items.find(({ social }) => social === 'company')?.accounts;
    const before = await count();
    await sql`update user_account set site_id = ${siteId} where id = ${linked.userId}`.execute(db);
    expect(await count()).toBe(before);
    await sql`delete from social_link where subject = 'moved-away'`.execute(db);
  });

  it('reuse a stored secret for its client ID and URL only, so changing either requires entering it again', async () => {
    expect(
      (
        await admin.put('/socialProviders/google', {
          ...google,
          clientId: 'another',
          clientSecret: undefined,
        })
      ).body.code,
    ).toEqual([2251]);
    expect(
      (
        await admin.put('/socialProviders/new', {
          ...google,
          clientSecret: undefined,
          issuer: harness.provider.issuer,
        })
      ).body.code,
    ).toEqual([2251]);
    const changedSettings = {
      ...google,
      title: 'Company',
      clientId: harness.provider.clientId,
      clientSecret: undefined,
      issuer: `${harness.provider.issuer}/x`,
    };
    expect((await admin.put('/socialProviders/company', changedSettings)).body.code).toEqual([
      2251,
    ]);
  });

  it.each([
    'http://login.example.com',
    'https://127.0.0.1',
    'https://[::1]',
    'https://10.0.0.7/realm',
    'https://169.254.169.254/latest',
    'https://2130706433',
    'https://0x7f.1',
    'https://login.example.com:8443',
    'https://me:secret@login.example.com',
    'https://login.example.com/?x=1',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'not an address',
    '',
  ])('aren’t discovered at %s', async (issuer) => {
    expect(await admin.put('/socialProviders/other', { ...google, issuer })).toMatchObject({
      status: 422,
      body: { code: [2250] },
    });
  });

  it('from the portal’s list have fixed URLs, with a tenant for Microsoft', async () => {
    await admin.put('/socialProviders/google', { ...google, issuer: 'https://evil.test' });
    const put = (issuer: string) =>
      admin.put('/socialProviders/microsoft', { ...google, title: 'Microsoft', issuer });
    expect(
      (await put('https://login.microsoftonline.com.evil.test/common/v2.0')).body.code,
    ).toEqual([2250]);
    expect((await put('https://login.microsoftonline.com/organizations/v2.0')).status).toBe(200);
    const { body } = await admin.get<Listed>('/socialProviders');
    expect(body.items.find(({ social }) => social === 'google')?.issuer).toBe(
      'https://accounts.google.com',
    );
  });

  it('can’t use addresses that aren’t public, by name, configuration or redirect', async () => {
    const { issuer } = harness.provider;
    const test = async (social: string) =>
      (await admin.post<{ problem: string | null }>(`/socialProviders/${social}/test`, undefined))
        .body.problem;
    await admin.put('/socialProviders/inside', {
      ...google,
      title: 'Inside',
      issuer: 'https://localhost',
    });
    expect(await test('inside')).toContain(
      'localhost can’t be reached. The hostname doesn’t exist.',
    );
    const own = {
      title: 'Own',
      clientId: harness.provider.clientId,
      clientSecret: harness.provider.clientSecret,
      isEnabled: true,
      issuer,
    };
    for (const [name, address, words] of [
      ['token_endpoint', 'http://127.0.0.1:1/token', 'doesn’t use HTTPS'],
      ['token_endpoint', 'https://169.254.169.254/token', 'isn’t a public address'],
      ['authorization_endpoint', 'javascript:alert(document.domain)', 'no HTTPS address'],
    ] as const) {
      harness.provider.elsewhere = { [name]: address };
      await admin.put('/socialProviders/own', own);
      expect(await test('own')).toContain(words);
    }
    // A redirect is treated like any other wrong response.
    harness.provider.elsewhere = { token_endpoint: `${issuer}/moved` };
    const before = harness.provider.asked.length;
    expect(await test('own')).not.toBeNull();
    expect(harness.provider.asked.slice(before)).not.toContain('/jwks');
    harness.provider.elsewhere = {};
  });

  it('can be tested: the right secret is accepted, a wrong one is rejected, and an unreachable provider is reported', async () => {
    const test = () =>
      admin.post<{ problem: string | null }>('/socialProviders/company/test', undefined);
    expect((await test()).body).toEqual({ problem: null });
    await harness.connectProvider('company', { clientSecret: 'wrong' });
    expect((await test()).body.problem).toContain('rejected the client ID or the secret');
    // Another port is another origin, which isn't on the list.
    expect(
      codeOf(
        await admin.put('/socialProviders/company', { ...google, issuer: 'http://127.0.0.1:1' }),
      ),
    ).toBe(2250);
    await harness.connectProvider('company');
    expect((await admin.post('/socialProviders/nowhere/test', undefined)).status).toBe(404);
  });

  it('can be disconnected, and the users’ connections are kept in case they are connected again', async () => {
    const { person, userId } = await harness.signUp();
    expect((await admin.delete('/socialProviders/company')).body).toEqual({ done: true });
    expect(
      codeOf(await harness.app.anonymous().get('/socialAccess/stateToken/company/login/login')),
    ).toBe(31);
    expect((await admin.delete('/socialProviders/company')).status).toBe(404);
    await harness.connectProvider();
    expect((await harness.travel(harness.app.anonymous(), person)).body.userId).toBe(userId);
  });

  it('are limited to twenty', async () => {
    const names = Array.from(
      { length: 21 },
      (_, index) => `more-${String.fromCharCode(97 + index)}`,
    );
    const statuses: number[] = [];
    for (const name of names) {
      const body = { ...google, title: name, issuer: harness.provider.issuer };
      statuses.push((await admin.put(`/socialProviders/${name}`, body)).status);
    }
    expect(statuses.filter((status) => status === 422).length).toBeGreaterThan(0);
    expect(
      (await admin.get<Listed>('/socialProviders')).body.items.filter(
        ({ isConnected }) => isConnected,
      ),
    ).toHaveLength(20);
  });

  it('are visible to the site only', async () => {
    const user = await harness.app.signInAs('user');
    for (const answer of [
      await user.get('/socialProviders'),
      await user.put('/socialProviders/google', google),
      await user.delete('/socialProviders/google'),
    ])
      expect(answer.status).toBe(403);
  });
});
