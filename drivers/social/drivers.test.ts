import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpSend, VendorRequest } from '../http/port.ts';
import { createHttpSend } from './createHttpSend.ts';
import { createDriver } from './drivers.ts';
import type { ProviderKind, ProviderSettings } from './port.ts';
import { type Defect, type FakeIdentity, FakeProvider } from './testing/fakeProvider.ts';

const flow = {
  redirectUri: 'https://cloud.example.test/socialProcess/x',
  state: 'the-state',
  nonce: 'the-nonce',
  codeVerifier: 'v'.repeat(43),
};
const settings = (
  kind: ProviderKind,
  change: Partial<ProviderSettings> = {},
): ProviderSettings => ({
  kind,
  issuer: '',
  clientId: 'portal',
  clientSecret: 'a secret & more',
  ...change,
});

let provider: FakeProvider;
beforeAll(async () => {
  provider = await FakeProvider.start();
});
afterAll(() => provider.close());

describe('an OpenID Connect provider', () => {
  const finish = async (identity: FakeIdentity) => {
    const driver = createDriver(settings('oidc', { issuer: provider.issuer }), createHttpSend());
    const { code, iss } = provider.signIn((await driver.begin(flow)).href, identity);
    return await driver.finish(flow, { code, iss });
  };

  it.each([
    ['issuer', /issuer|"iss"/],
    ['audience', /"aud"/],
    ['nonce', /nonce/],
    ['expired', /"exp"|expired/],
    ['unsigned', /"alg"/],
    ['secretSigned', /"alg"/],
    ['otherKey', /signature/],
    ['noSubject', /"sub"/],
  ] satisfies [Defect, RegExp][])(
    'is rejected for the right reason: %s',
    async (defect, reason) => {
      provider.defect = defect;
      try {
        await expect(finish({ sub: 'dana' })).rejects.toMatchObject({
          kind: 'wrong',
          message: expect.stringMatching(reason),
        });
      } finally {
        provider.defect = null;
      }
    },
  );

  it('receives requests for its keys and configuration once, not for every sign-in', async () => {
    const driver = createDriver(settings('oidc', { issuer: provider.issuer }), createHttpSend());
    const before = provider.asked.length;
    for (const sub of ['a', 'b', 'c']) {
      const { code } = provider.signIn((await driver.begin(flow)).href, {
        sub,
        email: 'a@b.test',
      });
      await driver.finish(flow, { code });
    }
    const requests = provider.asked.slice(before);
    expect(requests.filter((path) => path !== '/token').sort()).toEqual([
      '/.well-known/openid-configuration',
      '/jwks',
    ]);
  });

  it('can return true as text, and an address without a verification claim isn’t verified', async () => {
    expect(
      await finish({ sub: 'x', email: 'a@b.test', email_verified: 'true' as never }),
    ).toMatchObject({ isEmailVerified: true });
    expect(await finish({ sub: 'x', email: 'a@b.test' })).toMatchObject({
      email: 'a@b.test',
      isEmailVerified: false,
    });
  });
});

/** Responds like the real provider at its real URLs, and records the requests. */
function fakeVendor(answers: Record<string, unknown>): {
  ask: HttpSend;
  asked: (VendorRequest & { address: string })[];
} {
  const requests: (VendorRequest & { address: string })[] = [];
  const httpSend: HttpSend = async (request) => {
    const url = new URL(request.address);
    requests.push({ ...request, address: url.href });
    const found = answers[`${url.origin}${url.pathname}`];
    return {
      status: found === undefined ? 404 : 200,
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify(found ?? {}),
    };
  };
  return { ask: httpSend, asked: requests };
}

describe('Microsoft', () => {
  const tenant = '11111111-2222-3333-4444-555555555555';
  /** The fake provider in the role of Microsoft, where every tenant has its own issuer. */
  const microsoft = (issuerTenant: string): HttpSend => {
    const real = createHttpSend();
    const own = provider.issuer;
    return async (request) => {
      const url = new URL(request.address);
      const address = new URL(url.pathname.replace('/common/v2.0', ''), own);
      const answer = await real({ ...request, address });
      if (!url.pathname.endsWith('openid-configuration')) return answer;
      const discovery = {
        ...(JSON.parse(answer.text) as object),
        issuer: `https://login.microsoftonline.com/${issuerTenant}/v2.0`,
      };
      const text = JSON.stringify(discovery).replaceAll(
        `${own}/`,
        'https://login.microsoftonline.com/',
      );
      return { ...answer, text };
    };
  };
  const finish = async (
    identity: FakeIdentity,
    tokenIssuer = `https://login.microsoftonline.com/${identity.tid}/v2.0`,
  ) => {
    const driver = createDriver(
      settings('microsoft', { issuer: 'https://login.microsoftonline.com/common/v2.0' }),
      microsoft('{tenantid}'),
    );
    const { code } = provider.signIn((await driver.begin(flow)).href, identity);
    const own = provider.issuer;
    provider.issuer = tokenIssuer;
    try {
      return await driver.finish(flow, { code });
    } finally {
      provider.issuer = own;
    }
  };

  it('signs in users of any tenant, identified by tenant and subject together', async () => {
    expect(await finish({ sub: 'dana', tid: tenant, email: 'a@b.test' })).toMatchObject({
      subject: `${tenant}/dana`,
    });
  });

  it('is rejected when the issuer doesn’t match the tenant', async () => {
    const issuer = 'https://login.microsoftonline.com/99999999-2222-3333-4444-555555555555/v2.0';
    await expect(
      finish({ sub: 'dana', tid: tenant, email: 'a@b.test' }, issuer),
    ).rejects.toMatchObject({ kind: 'wrong' });
  });

  it('verifies an address only if it claims to own the domain, or for a personal account (nOAuth)', async () => {
    const identity = { sub: 'dana', tid: tenant, email: 'victim@b.test', email_verified: true };
    expect(await finish(identity)).toMatchObject({
      email: 'victim@b.test',
      isEmailVerified: false,
    });
    expect(await finish({ ...identity, xms_edov: false })).toMatchObject({
      isEmailVerified: false,
    });
    expect(await finish({ ...identity, xms_edov: true })).toMatchObject({ isEmailVerified: true });
    expect(
      await finish({ ...identity, tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }),
    ).toMatchObject({
      isEmailVerified: true,
    });
  });
});

describe('LinkedIn', () => {
  it('gets neither PKCE nor a nonce, which it doesn’t support', async () => {
    const real = createHttpSend();
    const driver = createDriver(settings('linkedin', { issuer: provider.issuer }), real);
    const address = await driver.begin(flow);
    expect([...address.searchParams.keys()].sort()).toEqual([
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
    const { code } = provider.signIn(address.href, {
      sub: 'dana',
      email: 'a@b.test',
      email_verified: true,
    });
    expect(await driver.finish(flow, { code })).toMatchObject({
      subject: 'dana',
      isEmailVerified: true,
    });
  });
});

describe('GitHub', () => {
  const token = {
    'https://github.com/login/oauth/access_token': { access_token: 'gho_1', token_type: 'bearer' },
  };
  const user = {
    'https://api.github.com/user': {
      id: 583231,
      login: 'octodana',
      name: 'Dana Bat Levi',
      email: 'shown@b.test',
    },
  };
  const emails = (...list: unknown[]) => ({ 'https://api.github.com/user/emails': list });
  const finish = (answers: Record<string, unknown>) => {
    const { ask, asked } = fakeVendor(answers);
    return { asked, identity: createDriver(settings('github'), ask).finish(flow, { code: 'c' }) };
  };

  it('is called with PKCE, and returns the account ID and the primary address', async () => {
    const address = await createDriver(settings('github'), fakeVendor({}).ask).begin(flow);
    expect(`${address.origin}${address.pathname}`).toBe('https://github.com/login/oauth/authorize');
    expect(address.searchParams.get('code_challenge')).toBe(
      createHash('sha256').update(flow.codeVerifier).digest('base64url'),
    );
    const other = { email: 'other@b.test', primary: false, verified: true };
    const { asked, identity } = finish({
      ...token,
      ...user,
      ...emails(other, { email: 'a@b.test', primary: true, verified: true }),
    });
    expect(await identity).toEqual({
      subject: '583231',
      email: 'a@b.test',
      isEmailVerified: true,
      firstName: 'Dana',
      lastName: 'Bat Levi',
      displayName: 'octodana',
    });
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body ?? ''))).toMatchObject({
      code: 'c',
      code_verifier: flow.codeVerifier,
      redirect_uri: flow.redirectUri,
    });
    expect(asked[1]?.headers.authorization).toBe('Bearer gho_1');
  });

  it('doesn’t verify an address that isn’t primary or isn’t confirmed', async () => {
    expect(
      await finish({
        ...token,
        ...user,
        ...emails({ email: 'a@b.test', primary: true, verified: false }),
      }).identity,
    ).toMatchObject({
      isEmailVerified: false,
    });
    expect(
      await finish({
        ...token,
        ...user,
        ...emails({ email: 'a@b.test', primary: false, verified: true }),
      }).identity,
    ).toMatchObject({
      email: null,
    });
  });

  it('distinguishes an expired code from a wrong secret', async () => {
    const at = 'https://github.com/login/oauth/access_token';
    await expect(
      finish({ [at]: { error: 'bad_verification_code' } }).identity,
    ).rejects.toMatchObject({ kind: 'expired' });
    await expect(
      finish({ [at]: { error: 'incorrect_client_credentials' } }).identity,
    ).rejects.toMatchObject({ kind: 'clientRefused' });
    await expect(
      finish({ ...token, 'https://api.github.com/user': { id: 'x' } }).identity,
    ).rejects.toMatchObject({ kind: 'wrong' });
  });
});

describe('Facebook', () => {
  const graph = 'https://graph.facebook.com/v23.0';

  it('is asked for the profile with the app secret proof, and its address never counts as verified', async () => {
    const { ask, asked } = fakeVendor({
      [`${graph}/oauth/access_token`]: { access_token: 'EAA', token_type: 'bearer' },
      [`${graph}/me`]: {
        id: '10157',
        email: 'a@b.test',
        first_name: 'Dana',
        last_name: 'Levi',
        name: 'Dana Levi',
      },
    });
    const identity = await createDriver(settings('facebook'), ask).finish(flow, { code: 'c' });
    expect(identity).toMatchObject({
      subject: '10157',
      email: 'a@b.test',
      isEmailVerified: false,
      displayName: 'Dana Levi',
    });
    const proof = createHmac('sha256', 'a secret & more').update('EAA').digest('hex');
    expect(new URL(asked[1]?.address ?? '').searchParams.get('appsecret_proof')).toBe(proof);
  });

  it('can return no address', async () => {
    const { ask } = fakeVendor({
      [`${graph}/oauth/access_token`]: { access_token: 'EAA' },
      [`${graph}/me`]: { id: '10157' },
    });
    expect(await createDriver(settings('facebook'), ask).finish(flow, { code: 'c' })).toMatchObject(
      {
        email: null,
      },
    );
  });
});
