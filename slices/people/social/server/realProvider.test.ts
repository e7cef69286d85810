import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { codeOf, type NewAccount } from './testing/harness.ts';
import { RealProvider } from './testing/realProvider.ts';

let app: TestApp;
let provider: RealProvider;

/** The portal reads its trusted origins at startup, so the provider's URL is determined first. */
beforeAll(async () => {
  app = await startTestApp({ socialIssuers: [] });
  const redirectUri = `${app.address}/socialProcess/real`;
  provider = await RealProvider.start({
    id: 'portal',
    secret: 'a-long-secret-of-the-portal',
    redirectUri,
  });
  app.portal.services.config.socialIssuers?.push(provider.issuer);
  const body = {
    title: 'Real',
    issuer: provider.issuer,
    clientId: 'portal',
    clientSecret: 'a-long-secret-of-the-portal',
    isEnabled: true,
  };
  expect((await app.root.put('/socialProviders/real', body)).status).toBe(200);
}, 60_000);
afterAll(async () => {
  await app.close();
  await provider.close();
});

interface CallbackBody {
  newAccount?: NewAccount;
  userId?: string;
}

/** Sends the request that the page `/socialProcess/real` sends after the browser returns to it. */
async function signInAtProvider(client: TestClient, login: string) {
  const started = await client.get<{ address: string }>(
    '/socialAccess/stateToken/real/login/login',
  );
  const returned = await provider.goThrough(started.body.address, login);
  expect(`${returned.origin}${returned.pathname}`).toBe(`${app.address}/socialProcess/real`);
  const { code, state, iss } = Object.fromEntries(returned.searchParams) as {
    code: string;
    state: string;
    iss: string;
  };
  return {
    code,
    state,
    iss,
    post: (more: object = { iss }) =>
      client.post<CallbackBody>('/socialAccess/stateToken', {
        code,
        social: 'real',
        stateToken: state,
        ...more,
      }),
  };
}

describe('a real OpenID Connect provider', () => {
  it('can be tested from the site settings', async () => {
    expect((await app.root.post('/socialProviders/real/test', undefined)).body).toEqual({
      problem: null,
    });
    await app.root.put('/socialProviders/wrong', {
      title: 'Wrong',
      issuer: provider.issuer,
      clientId: 'portal',
      clientSecret: 'no',
      isEnabled: true,
    });
    expect(
      (await app.root.post<{ problem: string }>('/socialProviders/wrong/test', undefined)).body
        .problem,
    ).toContain('rejected the client ID');
  });

  it('signs a user up, and in again the next day', async () => {
    const login = `dana-${randomUUID()}`;
    const client = app.anonymous();
    const first = await (await signInAtProvider(client, login)).post();
    expect(first.body.newAccount).toMatchObject({
      socialId: login,
      email: `${login}@example.test`,
      firstName: 'Dana',
      lastName: 'Levi',
    });
    const {
      title: _title,
      expiresInSeconds: _seconds,
      ...values
    } = first.body.newAccount as NewAccount;
    const created = await client.post<CallbackBody>('/socialAccess/token', values);
    expect(created.body.userId).toBeTruthy();
    const second = await (await signInAtProvider(app.anonymous(), login)).post({});
    expect(second.body.userId).toBe(created.body.userId);
  });

  it('accepts each code once, for its own sign-in attempt', async () => {
    const client = app.anonymous();
    const { code, post } = await signInAtProvider(client, `noa-${randomUUID()}`);
    expect((await post()).body).toHaveProperty('newAccount');
    expect(codeOf(await post())).toBe(32);
    const other = await client.get<{ stateToken: string }>(
      '/socialAccess/stateToken/real/login/login',
    );
    expect(
      codeOf(
        await client.post('/socialAccess/stateToken', {
          code,
          social: 'real',
          stateToken: other.body.stateToken,
        }),
      ),
    ).toBe(32);
  });

  it('is rejected if the issuer in its response differs', async () => {
    const { post } = await signInAtProvider(app.anonymous(), 'ori');
    expect(codeOf(await post({ iss: 'https://somebody.else.test' }))).toBe(36);
  });
});
